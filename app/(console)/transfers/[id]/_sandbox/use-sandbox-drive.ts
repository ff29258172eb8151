import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { act } from "#lib/calls/act";
import { transferQuery } from "#lib/calls/queries";

/** When the page looks for the callback, in milliseconds after the click. */
const looksMs = [400, 1_500, 4_000];

/** Moves a transfer of the sandbox, and looks what became of it. `sent` is the last word that the sandbox took. */
export function useSandboxDrive(id: string) {
  const client = useQueryClient();
  const [sentCount, setSentCount] = useState(0);
  const mutation = useMutation({
    ...act("POST /api/transfers/[id]/sandbox"),
    onSuccess: () => setSentCount((count) => count + 1),
  });

  useEffect(() => {
    if (sentCount === 0) return;
    const timers = looksMs.map((ms) => setTimeout(() => client.invalidateQueries(transferQuery(id)), ms));
    return () => timers.forEach(clearTimeout);
  }, [sentCount, client, id]);

  return {
    drive: (status: string) => mutation.mutate({ params: { id }, body: { status } }),
    isBusy: mutation.isPending,
    sent: mutation.isSuccess ? mutation.variables.body.status : undefined,
    error: mutation.error,
  };
}
