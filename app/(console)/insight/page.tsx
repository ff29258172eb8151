import type { Metadata } from "next";
import { Notice } from "#components/notice/notice";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { RefreshButton } from "#components/notice/refresh-button";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { PageHeader } from "#components/ui/page-header";
import { InsightInput } from "#lib/features/insight/insight-api";
import { type Figures, findFigures } from "#lib/features/insight/server/insight";
import { formatCount, formatFiat } from "#lib/money/format";
import { addAmounts } from "#lib/money/money";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { spanWords } from "#lib/text/day-text";
import { readFilters } from "#lib/text/read-filters";
import { listHref } from "../transfers/list-href";
import { AmountsCard } from "./amounts-card";
import { BankTable } from "./bank-table";
import { CountingNotice } from "./counting-notice";
import { InsightLinks, type InsightQuery, insightHref } from "./insight-links";
import { PayeeTable } from "./payee-table";
import { RateCard } from "./rate-card";
import { TimesCard } from "./times-card";
import { TokenFigures } from "./token-figures";

export const metadata: Metadata = { title: "Insight" };

export default async function InsightPage({ searchParams }: PageProps<"/insight">) {
  await pageActor("read");
  const params = await searchParams;
  const query = readFilters(InsightInput, ["range", "token"], params);
  if (!query.ok) {
    return (
      <>
        <PageHeader title="Insight" />
        <Notice
          kind="fail"
          title="These figures can’t be shown"
          action={<ButtonLink href="/insight">Show 30 days</ButtonLink>}
          isLive
        >
          {query.fault.message}
        </Notice>
      </>
    );
  }
  const found = await findFigures(query.input).catch(asTrouble);
  const asked: InsightQuery = { ...query.input, by: params.by === "network" ? "network" : "bank" };
  return (
    <>
      <PageHeader title="Insight" />
      <InsightLinks asked={asked} tokens={"code" in found ? [] : found.tokens.map(({ token }) => token)} />
      {"code" in found ? (
        <ProblemNotice trouble={found} action={<RefreshButton />}>
          We can’t show the figures right now. Existing transfers aren’t affected.
        </ProblemNotice>
      ) : (
        <Cards insight={found} asked={asked} />
      )}
    </>
  );
}

function Cards({ insight, asked }: { insight: Figures; asked: InsightQuery }) {
  const { timeZone } = env();
  const { from, to, tokens, banks, networks, rates, token } = insight;
  const isEmpty = tokens.length === 0;
  return (
    <div className="space-y-4">
      <CountingNotice {...insight} timeZone={timeZone} />
      {isEmpty ? (
        <Card isFlush>
          <EmptyState title="No transfers were created in this range">
            Figures for {spanWords(insight)} appear here if a transfer is created in that time.
          </EmptyState>
        </Card>
      ) : (
        <>
          <Card
            isFlush
            title={
              <>
                Transfers created{" "}
                <span className="ml-1 text-[0.8125rem]/5 font-normal text-muted">{spanWords(insight)}</span>
              </>
            }
          >
            <TokenFigures
              tokens={tokens}
              hrefOf={(filters) => listHref({ ...filters, from, to }, undefined)}
            />
            <p className="px-card py-3 text-[0.8125rem]/5 text-muted">{nairaWords(tokens)}</p>
          </Card>
          <AmountsCard insight={insight} />
        </>
      )}
      {rates !== null && token !== null && (
        <RateCard rates={rates} token={token} insight={insight} now={Date.now()} timeZone={timeZone} />
      )}
      {!isEmpty && (
        <>
          <TimesCard
            times={insight.times}
            parts={asked.by === "network" ? networks : banks}
            by={asked.by}
            hrefOf={(by) => insightHref({ ...asked, by })}
          />
          <BankTable banks={banks} hrefOf={(bank, state) => listHref({ bank, state, from, to }, undefined)} />
          <PayeeTable
            insight={insight}
            hrefOf={({ transferId, bankCode }) =>
              listHref({ account: transferId, bank: bankCode, state: "paid", from, to }, undefined)
            }
          />
        </>
      )}
    </div>
  );
}

function nairaWords(tokens: Figures["tokens"]): string {
  const all = tokens.map(({ created }) => created);
  const [first, ...others] = all.map(({ naira }) => naira);
  const estimates = all.reduce((sum, created) => sum + created.estimates, 0);
  const count = all.reduce((sum, created) => sum + created.count, 0);
  if (first === undefined || estimates === 0) return "They had no quote in NGN when they were created.";
  const sum = formatFiat(others.reduce(addAmounts, first));
  const share =
    estimates === count ? "" : `, for ${formatCount(estimates)} of ${formatCount(count)} transfers`;
  return `Together about ${sum} NGN, by the quotes at creation${share}. An estimate: not what was paid out.`;
}
