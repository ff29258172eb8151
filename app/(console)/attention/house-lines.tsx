import { AttentionMark } from "#components/transfer/attention-mark";
import { PageLink } from "#components/ui/page-link";
import type { AttentionPage } from "#lib/server/attention/attention";
import { houseTitles } from "#lib/words/attention-titles";
import { attentionWords } from "#lib/words/attention-words";
import { transfersWords } from "#lib/words/sum-words";
import { attentionHref } from "./attention-query";

type Props = {
  lines: AttentionPage["lines"];
  /** What each network is called. */
  networks: Readonly<Record<string, string>>;
};

/** What is no single transfer's fault is said once, with how many wait on it. */
export function HouseLines({ lines, networks }: Props) {
  if (lines.length === 0) return null;
  return (
    <ul className="mb-4 overflow-hidden rounded-xl border border-line bg-surface text-[0.8125rem]/5">
      {lines.map(({ reason, count, networks: blind }) => (
        <li key={reason} className="flex items-start gap-3 border-line px-4 py-2.5 not-first:border-t">
          <AttentionMark reason={reason} className="mt-0.5" />
          <div className="flex min-w-0 flex-1 flex-wrap gap-x-2.5">
            <h2 className="text-[0.8125rem]/5">
              {blind.length > 0
                ? `We can’t see ${blind.map((network) => networks[network] ?? network).join(", ")} now`
                : (houseTitles[reason] ?? attentionWords[reason].title)}
            </h2>
            <PageLink href={attentionHref({ reason })} className="lone-link -my-0.5">
              {transfersWords(count)} {count === 1 ? "waits" : "wait"}
            </PageLink>
            <p className="w-full text-muted">{attentionWords[reason].body}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
