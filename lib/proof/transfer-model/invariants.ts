import { cachedColumns, foldRows } from "#lib/server/standing/fold-rows";
import { canonicalSettlement } from "#lib/transfer/status-words";
import type { Submission } from "#lib/transfer/transfer-status";
import { isReported, type Model, type ModelTransfer } from "./model";
import type { World } from "./world";

/** T2 to T17 once more, so that a change of the product's table does not pass unseen. */
const listed: Record<Submission, readonly Submission[]> = {
  recorded: ["dispatching", "cancelled", "awaiting_approval"],
  awaiting_approval: ["dispatching", "declined", "cancelled", "unknown"],
  dispatching: ["accepted", "rejected", "unknown"],
  accepted: [],
  rejected: ["unknown"],
  unknown: ["accepted", "not_created"],
  not_created: ["unknown"],
  cancelled: ["unknown"],
  declined: ["unknown"],
};

/** Throws at the first transfer that is not as the model says, or that breaks an invariant. */
export async function checkInvariants(model: Model, world: World): Promise<void> {
  for (const transfer of model.transfers) await checkTransfer(transfer, world);
}

async function checkTransfer(transfer: ModelTransfer, world: World): Promise<void> {
  const same = (what: string, real: unknown, expected: unknown) => {
    if (JSON.stringify(real) === JSON.stringify(expected)) return;
    const name = `${transfer.name}: ${what}`;
    throw new Error(`${name} is ${JSON.stringify(real)} and should be ${JSON.stringify(expected)}`);
  };
  const row = await world.rowOf(transfer.key);
  const events = await world.eventsOf(transfer.id);
  const shown = await world.find(transfer.id);
  same("how often it was sent", world.initiatesOf(transfer.name).length, transfer.wasSent ? 1 : 0);
  same("the submission", foldRows(events).submission, transfer.submission);
  same("the cache", row && Object.keys(cachedColumns(events)).map((name) => row[name as keyof typeof row]), [
    ...Object.values(cachedColumns(events)),
  ]);
  const facts = [
    row?.id,
    row?.account_name,
    row?.account_number,
    row?.amount,
    row?.bank_code,
    row?.transaction_id,
    row?.address,
  ];
  const { id, name, accountNumber, amount, transactionId, address } = transfer;
  same("what it says", facts, [id, name, accountNumber, amount, "000013", transactionId, address]);
  same("whether two addresses stand", shown.flags.includes("contradicting_address"), transfer.isDisputed);
  same("the address that is given", shown.address, transfer.isDisputed ? null : address);
  same("what arrived", shown.received.length > 0, transfer.isReceived);
  const kept = events.filter(({ kind }) => kind === "callback");
  same(
    "its callbacks",
    kept.map(({ word, is_quarantined }) => [word, is_quarantined === 1]),
    [...[...transfer.reports.values()].map(({ word, isForeign }) => [word, isForeign])],
  );
  if (!mayShow(transfer).has(shown.status)) throw new Error(`Nobody said ${shown.status} of ${name}`);
  // A callback counted until the transfer's own ID was known, by which it may be another's.
  const unjudged = events.map((event) => ({ ...event, is_quarantined: 0 }));
  for (let at = 2; at <= events.length; at++) {
    if (isStepListed(events, at) || isStepListed(unjudged, at)) continue;
    throw new Error(`${name} is where no listed step leads, by its event ${at}`);
  }
}

function isStepListed(events: Parameters<typeof foldRows>[0], at: number): boolean {
  const [before, after] = [at - 1, at].map((end) => foldRows(events.slice(0, end)).submission);
  return before === undefined || after === undefined || before === after || listed[before].includes(after);
}

/** The headlines that somebody has said: our own state, or a word of a callback. */
function mayShow(transfer: ModelTransfer): Set<string> {
  if (transfer.submission !== "accepted" || !isReported(transfer)) return new Set([transfer.submission]);
  const words = [...transfer.reports.values()].flatMap(({ word, isForeign }) => (isForeign ? [] : word));
  const known = words.map((word) => canonicalSettlement(word) ?? "other");
  return new Set([...known, ...(known.includes("paid") && known.includes("failed") ? ["conflicting"] : [])]);
}
