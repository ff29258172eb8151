import type { Metadata } from "next";
import Link from "next/link";
import { asTrouble, ProblemNotice } from "#components/problem-notice";
import { RefreshButton } from "#components/refresh-button";
import { TransferTable } from "#components/transfer-table";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";
import { countAttention } from "#lib/server/attention";
import { pageActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/env";
import { listTransfers } from "#lib/server/transfers";
import { AttentionPanel } from "./attention-panel";
import { BusinessPanel } from "./business-panel";
import { CreateLink } from "./create-link";

export const metadata: Metadata = { title: "Overview" };

const recentCount = 5;

/** The state of the business, what needs a person, and the newest transfers. */
export default async function OverviewPage() {
  await pageActor("read");
  const { timeZone } = env();
  const [recent, attention] = await Promise.all([
    listTransfers({ limit: recentCount }).catch(asTrouble),
    countAttention().catch(asTrouble),
  ]);
  const isFirstRun = "items" in recent && recent.items.length === 0;
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <CreateLink variant="primary" href="/transfers/new">
            New transfer
          </CreateLink>
        }
      />
      <div className="space-y-6">
        <BusinessPanel timeZone={timeZone} />
        {!isFirstRun && "total" in attention && <AttentionPanel initial={attention} />}
        {isFirstRun && <FirstSteps />}
        {"code" in recent && (
          <ProblemNotice trouble={recent} action={<RefreshButton />}>
            The transfers are not shown now. What was created before is not changed by this.
          </ProblemNotice>
        )}
        {"items" in recent && !isFirstRun && (
          <Card
            isFlush
            title="Recent transfers"
            action={
              <Link href="/transfers" className="text-link text-[13px]/5 font-medium">
                All transfers
              </Link>
            }
          >
            <TransferTable transfers={recent.items} timeZone={timeZone} caption="The newest transfers" />
          </Card>
        )}
      </div>
    </>
  );
}

function FirstSteps() {
  const steps = [
    ["See that the business is active.", "The service pays out only then. Its state stands above."],
    [
      "Create a transfer.",
      "Give the amount, the bank and the account. The service issues a deposit address; no money moves yet.",
    ],
    [
      "Send the crypto to that address.",
      "On the network that the transfer names. The service then pays the bank account.",
    ],
  ];
  return (
    <Card title="No transfer yet: what to do first">
      <ol className="space-y-3">
        {steps.map(([act, why], index) => (
          <li key={act} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-on-accent-soft"
            >
              {index + 1}
            </span>
            <p className="min-w-0 pt-0.5">
              <strong className="font-semibold">{act}</strong> <span className="text-muted">{why}</span>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
