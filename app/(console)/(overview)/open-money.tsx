import { Fragment, type ReactNode } from "react";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";
import type { OpenMoney, Sum } from "#lib/server/attention/open-money";
import { formatAgo } from "#lib/text/format-time";
import { countWords, sumWords } from "#lib/words/sum-words";

/** What the service has and hasn't paid out yet, and what still has to be sent. */
export function OpenMoneyCard({ money: { deposited, awaited }, now }: { money: OpenMoney; now: number }) {
  return (
    <Card title="Open transfers">
      {deposited.count === 0 ? (
        <p className="text-muted">No deposit is waiting to be paid out.</p>
      ) : (
        <p className="text-base/6">
          The service reported deposits of <Sums of={deposited} />, but no payout yet.{" "}
          <Open sum={deposited} state="deposited" />
          {deposited.oldest !== undefined && `, the oldest created ${formatAgo(deposited.oldest, now)}`}.
        </p>
      )}
      <p className="mt-3 text-[0.8125rem]/5 text-muted">
        {awaited.count === 0 ? (
          "Nothing is waiting for a deposit."
        ) : (
          <>
            Waiting for a deposit: <Sums of={awaited} />. <Open sum={awaited} state="awaited" />.
          </>
        )}
      </p>
    </Card>
  );
}

function Sums({ of: sum }: { of: Sum }): ReactNode {
  const parts = sum.isMore ? [countWords(sum)] : sum.sums.map((each) => sumWords([each]));
  return parts.map((part, at) => (
    <Fragment key={part}>
      {at > 0 && (at === parts.length - 1 ? " and " : ", ")}
      <strong translate="no" className="inline-block font-semibold text-ink">
        {part}
      </strong>
    </Fragment>
  ));
}

function Open({ sum, state }: { sum: Sum; state: "deposited" | "awaited" }) {
  return (
    <PageLink href={`/transfers?state=${state}`} className="text-link">
      {countWords(sum)}
    </PageLink>
  );
}
