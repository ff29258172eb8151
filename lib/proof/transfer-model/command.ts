import type fc from "fast-check";
import { checkInvariants } from "./invariants";
import { type Model, type ModelTransfer, report } from "./model";
import type { World } from "./world";

/** What a person enters who was told another address than the service's answer has. */
export const personsAddress = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

export type TransferCommand = fc.AsyncCommand<Model, World>;

/** A step of a history: it does the thing, says in the model what that should leave, and everything is compared. */
export function command(
  title: string,
  run: (model: Model, world: World) => Promise<void>,
  needsTransfer = true,
): TransferCommand {
  return {
    check: ({ transfers }) => !needsTransfer || transfers.length > 0,
    run: async (model, world) => {
      await run(model, world);
      await checkInvariants(model, world);
    },
    toString: () => title,
  };
}

/** Throws when something is not so. */
export function expectThat(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`It should be so that ${what}`);
}

/** One of the transfers, by any number. */
export function pick({ transfers }: Model, at: number): ModelTransfer {
  const transfer = transfers[at % transfers.length];
  if (transfer === undefined) throw new Error("There is no transfer.");
  return transfer;
}

/** Calls back as the service would, where it was told how. Nothing but the word and the id has any effect. */
export async function callBack(
  world: World,
  transfer: ModelTransfer,
  word: string,
  id?: string,
): Promise<void> {
  if (transfer.callbackPath === undefined) return;
  const poison = {
    address: "0xevil",
    amount: 1,
    bankCode: "1",
    submission: "rejected",
    matchedAt: "2026-01-01",
  };
  const body = { status: word, ...(id !== undefined && { transactionId: id }), ...poison };
  const { status } = await world.dashboard.send("POST", transfer.callbackPath, { body });
  expectThat(status === 204, "a callback is kept");
  report(transfer, JSON.stringify(body), word, id);
}
