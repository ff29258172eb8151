import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";
import { PageLink } from "#components/ui/page-link";
import { firstAsset } from "#lib/asset/assets";
import { writeQuoteAddress } from "#lib/browser/quote/quote-address";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { type SandboxWord, sandboxWords } from "#lib/server/service/sandbox-words";
import { PlayButton } from "./play-button";
import { PlayGround } from "./play-ground";

export const metadata: Metadata = { title: "Try what goes wrong" };

/** Sandbox mode only: each account name that makes the sandbox misbehave, played by one press. */
export default async function ScenariosPage() {
  await pageActor("create");
  const words = sandboxWords();
  if (words === undefined) notFound();
  const { answers, lives, amounts, bank } = words;
  const { asset } = firstAsset(env().assets);
  const list = (title: string, about: string, names: readonly SandboxWord[]) => (
    <Card isFlush title={title} action={<span className="text-[0.8125rem]/5 text-muted">{about}</span>}>
      <ul className="border-t border-line">
        {names.map(({ name, text }) => (
          <ScenarioRow key={name} name={name} text={text} act={<PlayButton name={name} />} />
        ))}
      </ul>
    </Card>
  );
  return (
    <>
      <PageHeader
        title="Try what goes wrong"
        lead="One press creates a transfer to an account of this name and opens it. The names work on the form and in the API too, also with more words after them."
      />
      <PlayGround asset={asset} bank={bank}>
        {list("After the address is given", "The deposit and the payout", lives)}
        {list("While it is created", "The service’s answer", answers)}
        <Card
          isFlush
          title="Odd quotes"
          action={<span className="text-[0.8125rem]/5 text-muted">The amount on the form</span>}
        >
          <ul className="border-t border-line">
            {amounts.map(({ name, text }) => (
              <ScenarioRow
                key={name}
                name={name}
                text={text}
                act={
                  <PageLink
                    href={`/transfers/new${writeQuoteAddress(name, asset)}`}
                    className="btn btn-small btn-secondary"
                  >
                    Fill in<span className="sr-only"> {name}</span>
                  </PageLink>
                }
              />
            ))}
          </ul>
        </Card>
      </PlayGround>
    </>
  );
}

type RowProps = { name: string; text: string; act: ReactNode };

/** What to enter, what it does, and a press that does it. */
function ScenarioRow({ name, text, act }: RowProps) {
  return (
    <li className="flex min-h-11 items-center gap-x-4 border-line px-card py-1.5 not-first:border-t">
      <p className="min-w-0 flex-1 gap-x-4 text-[0.8125rem]/5 sm:grid sm:grid-cols-[14rem_minmax(0,1fr)]">
        <code translate="no" className="block select-all">
          {name}
        </code>
        <span className="block text-muted first-letter:uppercase">{text}</span>
      </p>
      {act}
    </li>
  );
}
