import { AccountEnd } from "#components/payee/account-change";
import { Card } from "#components/ui/card";
import { Time } from "#components/ui/time";
import type { PayeeVersion } from "#lib/contract/payees";
import { showInvisible } from "#lib/text/visible-text";

const stateWords: Record<PayeeVersion["state"], string> = {
  proposed: "Proposed",
  current: "Current",
  past: "Before",
  declined: "Declined",
  withdrawn: "Withdrawn",
  expired: "Not decided in time",
};

const isAsked = (state: PayeeVersion["state"], decision: PayeeVersion["decision"]) =>
  state === "proposed" || decision !== null;

/** How its wait for a second person ended. */
const endWords: Record<PayeeVersion["state"], string> = {
  ...{ proposed: "", current: "Agreed to", past: "Agreed to", declined: "Declined" },
  ...{ withdrawn: "Withdrawn", expired: "Ended" },
};

export function VersionList({ versions, timeZone }: { versions: readonly PayeeVersion[]; timeZone: string }) {
  return (
    <Card title="Account history" className="lg:col-span-2">
      <ol className="divide-y divide-line">
        {versions.map(({ n, state, at, by, accountName, howChecked, decision, ...end }) => (
          <li key={n} className="foreign-text space-y-1 py-3 first:pt-0 last:pb-0">
            <p className="font-medium">
              {stateWords[state]}: <AccountEnd {...end} />, {accountName}
            </p>
            <p className="text-[0.8125rem]/5 text-muted">
              {n === 1 ? "Saved" : isAsked(state, decision) ? "Asked for" : "Changed"}{" "}
              <Time at={at} timeZone={timeZone} />
              {by !== null && ` by ${showInvisible(by)}`}
            </p>
            {decision !== null && (
              <p className="text-[0.8125rem]/5 text-muted">
                {endWords[state]} <Time at={decision.at} timeZone={timeZone} />
                {decision.by !== null && ` by ${showInvisible(decision.by)}`}
                {decision.reason !== null && (
                  <>
                    : <bdi>{showInvisible(decision.reason)}</bdi>
                  </>
                )}
              </p>
            )}
            {howChecked !== null && (
              <p className="whitespace-pre-line">Checked: {showInvisible(howChecked)}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
