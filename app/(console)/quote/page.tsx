import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";
import { readQuoteAddress, writeQuoteAddress } from "#lib/browser/quote/quote-address";
import { may } from "#lib/contract/roles";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { QuoteDesk } from "./quote-desk";

export const metadata: Metadata = { title: "Quote" };

/** The amount and the token are in the address. Whoever may create has the same on the form of a transfer. */
export default async function QuotePage({ searchParams }: PageProps<"/quote">) {
  const { person } = await pageActor("quote");
  const { assets, timeZone, quoteDriftPercent } = env();
  const start = readQuoteAddress(await searchParams, assets);
  if (may(person.role, "create"))
    redirect(`/transfers/new${writeQuoteAddress(start.amount, start.asset)}` as Route);
  return (
    <>
      <PageHeader
        title="Quote"
        lead="What a recipient would get now. A quote doesn’t create a transfer or lock the rate."
      />
      <Card className="max-w-[41rem]">
        <QuoteDesk assets={assets} timeZone={timeZone} driftPercent={quoteDriftPercent} start={start} />
      </Card>
    </>
  );
}
