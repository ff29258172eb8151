import { Fragment, type ReactNode } from "react";
import { Card } from "#components/ui/card";
import { PageLink } from "#components/ui/page-link";

type Props = {
  isSandbox: boolean;
  hasUpdates: boolean;
  mayCreate: boolean;
};

type Step = { act: ReactNode; why: string };

export function FirstSteps({ isSandbox, hasUpdates, mayCreate }: Props) {
  const steps = isSandbox ? sandboxSteps(mayCreate) : liveSteps(mayCreate, hasUpdates);
  return (
    <Card title="Your first transfer">
      {isSandbox && (
        <p className="mb-4 max-w-160">
          This is the sandbox: a simulated service with no real money. Try everything.
        </p>
      )}
      <ol className="space-y-3">
        {steps.map(({ act, why }, index) => (
          <li key={why} className="flex gap-3">
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

function createStep(mayCreate: boolean): ReactNode {
  if (!mayCreate) return "Ask somebody in finance to create a transfer.";
  return (
    <Fragment>
      <PageLink href="/transfers/new" className="text-link">
        Create a transfer
      </PageLink>
      .
    </Fragment>
  );
}

function sandboxSteps(mayCreate: boolean): Step[] {
  return [
    {
      act: createStep(mayCreate),
      why: "Any amount, any bank, any ten digits. Some account names make the sandbox misbehave; the form lists them.",
    },
    {
      act: "Follow it on its page.",
      why: "Send nothing to the address. The sandbox simulates the deposit and the payout; buttons on the page simulate what can go wrong.",
    },
    {
      act: "Then go live.",
      why: "The person who runs this dashboard sets OFFRAMP_BASE_URL and OFFRAMP_API_KEY and restarts it. The README says how.",
    },
  ];
}

function liveSteps(mayCreate: boolean, hasUpdates: boolean): Step[] {
  const updates = {
    act: "Let the service reach this dashboard.",
    why: "To receive status updates, the dashboard needs a public https address. The person who runs it sets APP_URL.",
  };
  return [
    {
      act: "Check that the business is active.",
      why: "The service pays out only for an active business. Its status is above.",
    },
    ...(hasUpdates ? [] : [updates]),
    {
      act: createStep(mayCreate),
      why: "Enter the amount, the bank and the account. The service issues a deposit address; no money moves yet.",
    },
    {
      act: "Send the crypto to that address.",
      why: "Use the network shown on the transfer. The service then pays the bank account.",
    },
  ];
}
