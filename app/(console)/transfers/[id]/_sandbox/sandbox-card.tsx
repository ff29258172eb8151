import { Card } from "#components/ui/card";
import type { Transfer } from "#lib/contract/api";
import { SandboxActsOpener } from "./sandbox-acts-opener";

/** The service's words, as the sandbox sends them; the last one is unknown on purpose. */
const statuses = [
  ["Deposit received", "deposit_received"],
  ["Short", "underpaid"],
  ["Over", "overpaid"],
  ["Processing", "processing"],
  ["Paid", "completed"],
  ["Failed", "failed"],
  ["Reversed", "reversed"],
  ["Expired", "expired"],
  ["On hold", "in_review"],
  ["Not recognised", "quantum_settled"],
] as const;

/** On the sandbox's chain, where the service need not notice. */
const payments = [
  ["Send the amount", "pay_all"],
  ["Send 60 %", "pay_short"],
  ["Send 120 %", "pay_over"],
  ["Send another token", "pay_other_token"],
] as const;

export function SandboxCard({ transfer: { id, transactionId, updatesGoTo } }: { transfer: Transfer }) {
  return (
    <Card
      title="Sandbox: act as the service"
      className="border-sandbox-line text-[0.8125rem]/5 text-muted print:hidden"
    >
      {transactionId === null ? (
        <p>This transfer has no transaction ID here, so these actions aren’t available.</p>
      ) : (
        <>
          <p>
            Each button sets the status in the sandbox and stops its automatic steps. The sandbox then sends a
            status update.
          </p>
          <SandboxActsOpener id={id} groups={[statuses, payments]}>
            <p className="mt-4">Or act as the payer, on the sandbox’s own network:</p>
          </SandboxActsOpener>
          {updatesGoTo === "callback_url" && (
            <p className="mt-3 text-warn">
              This transfer’s updates go to its own callback URL, so this page won’t show them.
            </p>
          )}
        </>
      )}
    </Card>
  );
}
