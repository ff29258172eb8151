import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageLink } from "#components/ui/page-link";
import { Time } from "#components/ui/time";
import type { ServiceWords } from "#lib/contract/transfer/standing";
import { showInvisible } from "#lib/text/visible-text";
import { transfersWords } from "#lib/words/sum-words";
import { meaningName } from "./meaning-words";
import { WordButton } from "./words-ground";

type Props = { words: ServiceWords; mayTeach: boolean; timeZone: string };

export function WordsView({ words: data, mayTeach, timeZone }: Props) {
  return (
    <div className="space-y-4">
      <Card isFlush title="Words that nobody knows">
        {data.unknown.length === 0 ? (
          <EmptyState title="None">We know every status word that the service has sent.</EmptyState>
        ) : (
          <ul className="border-t border-line text-[0.8125rem]/5">
            {data.unknown.map(({ word, transfers }) => (
              <li
                key={word}
                className="flex flex-wrap items-center gap-x-6 gap-y-1 border-line px-card py-2.5 not-first:border-t"
              >
                <Word word={word} />
                <PageLink
                  href={word === "" ? "/attention?reason=update_unread" : "/attention?reason=unknown_word"}
                  className="text-link"
                >
                  Closes {transfersWords(transfers)}
                </PageLink>
                {mayTeach && (
                  <WordButton className="ml-auto" question={{ word }}>
                    Say what it means…<span className="sr-only"> {nameOf(word)}</span>
                  </WordButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card
        isFlush
        title="Words that an admin taught"
        action={mayTeach && <WordButton question={{ word: undefined }}>Teach another word…</WordButton>}
      >
        {data.taught.length === 0 ? (
          <EmptyState title="None">Every word is read as this dashboard knows it.</EmptyState>
        ) : (
          <ul className="border-t border-line text-[0.8125rem]/5">
            {data.taught.map(({ word, meaning, by, at }) => (
              <li
                key={word}
                className="flex flex-wrap items-center gap-x-6 gap-y-1 border-line px-card py-2.5 not-first:border-t"
              >
                <Word word={word} />
                <span className="min-w-40 font-medium">{meaningName(meaning)}</span>
                <span className="text-muted">
                  <bdi>{showInvisible(by)}</bdi>, <Time at={at} timeZone={timeZone} />
                </span>
                {mayTeach && (
                  <span className="ml-auto flex gap-2">
                    <WordButton question={{ word, meaning }}>
                      Change…<span className="sr-only"> {nameOf(word)}</span>
                    </WordButton>
                    <WordButton question={{ word, meaning: "as_before" }}>
                      Take back…<span className="sr-only"> {nameOf(word)}</span>
                    </WordButton>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

function Word({ word }: { word: string }) {
  return (
    <span translate="no" className={`foreign-text min-w-52 ${word === "" ? "italic" : "font-mono"}`}>
      {nameOf(word)}
    </span>
  );
}

function nameOf(word: string): string {
  return word === "" ? "An update without a body" : showInvisible(word);
}
