import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { TransferInput, TransferWithEvents } from "#lib/contract/api";
import type { LetterheadText } from "#lib/contract/letterhead/letterhead";
import type { NoteInput, ResolutionInput } from "#lib/contract/records";
import type { StandingInput } from "#lib/contract/transfer/standing";
import { call } from "./call";
import { transferQuery } from "./queries";

/** Not in `queries.ts`, which every page loads: an act comes with its form. */

/** The key is made when the review is shown, so every repeat carries the same one. */
export const createTransfer = mutationOptions({
  mutationKey: ["create-transfer"],
  mutationFn: async ({ idempotencyKey, input }: { idempotencyKey: string; input: TransferInput }) =>
    (await call("POST /api/transfers", { body: input, headers: { "idempotency-key": idempotencyKey } })).body,
  // These change the replaced transfer and what needs attention, too.
  onSuccess: (_transfer, _input, _result, { client }) => {
    void client.invalidateQueries({ queryKey: ["transfer"] });
    void client.invalidateQueries({ queryKey: ["attention"] });
  },
});

/** T8, T9, or an address that was never received. */
export function resolveTransfer(id: string) {
  return changeTransfer(id, "resolution", async (body: ResolutionInput) =>
    call("POST /api/transfers/[id]/resolution", { params: { id }, body }),
  );
}

/** Asks for the deposit again. */
export function openTransfer(id: string) {
  return changeTransfer(id, "opening", async (body: StandingInput) =>
    call("POST /api/transfers/[id]/opening", { params: { id }, body }),
  );
}

/** Nobody is asked to fund it any more. */
export function stopTransfer(id: string) {
  return changeTransfer(id, "stop", async (body: StandingInput) =>
    call("POST /api/transfers/[id]/stop", { params: { id }, body }),
  );
}

export function addNote(id: string) {
  return changeTransfer(id, "notes", async (body: NoteInput) =>
    call("POST /api/transfers/[id]/notes", { params: { id }, body }),
  );
}

function changeTransfer<Input>(
  id: string,
  part: string,
  send: (input: Input) => Promise<{ body: TransferWithEvents }>,
) {
  return mutationOptions({
    mutationKey: [part, id],
    mutationFn: async (input: Input) => (await send(input)).body,
    onSuccess: (transfer, _input, _result, { client }) => keepTransfer(client, transfer),
    // A refusal most often means that the transfer has changed since it was drawn.
    onError: (_error, _input, _result, { client }) => void client.invalidateQueries(transferQuery(id)),
  });
}

/** With all that is kept of what the service sent. */
export function readEvent(id: string, seq: number) {
  return mutationOptions({
    mutationKey: ["read-event", id, seq],
    mutationFn: async () =>
      (await call("GET /api/transfers/[id]/events/[seq]", { params: { id, seq: `${seq}` } })).body,
  });
}

/** Sandbox mode only. The sandbox then sends a status update. */
export function driveSandbox(id: string) {
  return mutationOptions({
    mutationKey: ["drive-sandbox", id],
    mutationFn: async (status: string) => {
      await call("POST /api/transfers/[id]/sandbox", { params: { id }, body: { status } });
    },
  });
}

/** All of it, after the version that the person saw. */
export const setLetterhead = mutationOptions({
  mutationKey: ["set-letterhead"],
  mutationFn: async (body: LetterheadText) => (await call("PUT /api/letterhead", { body })).body,
});

export const verifyAuditLog = mutationOptions({
  mutationKey: ["verify-audit-log"],
  mutationFn: async () => (await call("GET /api/audit/verification")).body,
});

/** Cancels older reads, which would bring the old state back. */
async function keepTransfer(client: QueryClient, transfer: TransferWithEvents): Promise<void> {
  const { queryKey } = transferQuery(transfer.id);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, transfer);
  void client.invalidateQueries({ queryKey: ["attention"] });
}
