import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { driveSandbox } from "#lib/calls/acts";
import { transferQuery } from "#lib/calls/queries";
import type { Transfer } from "#lib/contract/api";

/** On the sandbox's chain, where the service need not notice. */
const payments = [
  ["Send the amount", "pay_all"],
  ["Send 60 %", "pay_short"],
  ["Send 120 %", "pay_over"],
  ["Send another token", "pay_other_token"],
] as const;

/** The service's words, as the sandbox sends them; the last one is unknown on purpose. */
const acts = [
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

/** When the page looks for the callback, in milliseconds after the click. */
const looksMs = [400, 1_500, 4_000];

export function SandboxControls({ transfer }: { transfer: Transfer }) {
  const { id, transactionId, updatesGoTo } = transfer;
  const client = useQueryClient();
  const [sentCount, setSentCount] = useState(0);
  const mutation = useMutation({ ...driveSandbox(id), onSuccess: () => setSentCount((count) => count + 1) });

  useEffect(() => {
    if (sentCount === 0) return;
    const timers = looksMs.map((ms) => setTimeout(() => client.invalidateQueries(transferQuery(id)), ms));
    return () => timers.forEach(clearTimeout);
  }, [sentCount, client, id]);

  const act = (status: string) => !mutation.isPending && mutation.mutate(status);
  return (
    <Card title="Sandbox: act as the service" className="border-dashed border-warn/60 print:hidden">
      {transactionId === null ? (
        <p className="text-muted">
          This transfer has no transaction ID here, so these actions aren’t available.
        </p>
      ) : (
        <>
          <p className="text-muted">
            Each button sets the status in the sandbox and stops its automatic steps. The sandbox then sends a
            status update.
          </p>
          <Acts acts={acts} onAct={act} isPending={mutation.isPending} />
          <p className="mt-4 text-muted">Or act as the payer, on the sandbox’s own network:</p>
          <Acts acts={payments} onAct={act} isPending={mutation.isPending} />
          {updatesGoTo === "callback_url" && (
            <p className="mt-3 text-[0.8125rem]/5 text-warn">
              This transfer’s updates go to its own callback URL, so this page won’t show them.
            </p>
          )}
        </>
      )}
      <p role="status" className="mt-2 text-[0.8125rem]/5 text-muted empty:hidden">
        {mutation.isSuccess ? `Sent to the sandbox: ${mutation.variables}` : ""}
      </p>
      {mutation.error !== null && (
        <p role="alert" className="mt-2 text-[0.8125rem]/5 text-fail">
          {mutation.error.message}
        </p>
      )}
    </Card>
  );
}

type ActsProps = {
  acts: readonly (readonly [words: string, status: string])[];
  onAct: (status: string) => void;
  isPending: boolean;
};

function Acts({ acts, onAct, isPending }: ActsProps) {
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {acts.map(([words, status]) => (
        <Button
          key={status}
          size="small"
          aria-disabled={isPending || undefined}
          onClick={() => onAct(status)}
        >
          {words}
        </Button>
      ))}
    </div>
  );
}
