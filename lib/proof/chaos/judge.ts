import type { Db, TransferRow } from "#lib/server/tables/schema";
import type { Callbacks } from "./callbacks";
import type { Load } from "./load";
import type { ChaoticService, Created } from "./service";

/** A transfer as our ledger holds it. */
type Row = Pick<
  TransferRow,
  "id" | "idempotency_key" | "account_number" | "submission" | "transaction_id" | "address"
>;

type Service = Pick<ChaoticService, "arrived" | "created">;
type Asked = Pick<Load, "orders" | "faults">;
type Reports = Pick<Callbacks, "taken" | "refusals">;

/** Every transfer of our ledger. */
export function readRows(ledger: Db): Promise<Row[]> {
  return ledger
    .selectFrom("transfers")
    .select(["id", "idempotency_key", "account_number", "submission", "transaction_id", "address"])
    .execute();
}

/** The transfers that exist at the service, and that our ledger does not call accepted. */
export function notAccepted(rows: readonly Row[], service: Service): Created[] {
  const byAccount = new Map(rows.map((row) => [row.account_number, row]));
  return service.created.filter(
    ({ accountNumber }) => byAccount.get(accountNumber)?.submission !== "accepted",
  );
}

/** Holds our ledger against the service's own, and against every answer that the dashboard gave. Gives what differs. */
export async function judgeLedger(
  ledger: Db,
  service: Service,
  load: Asked,
  callbacks: Reports,
): Promise<string[]> {
  const rows = await readRows(ledger);
  return [
    ...judgeRequests(service, load),
    ...judgeRows(rows, load),
    ...judgeCreated(rows, service),
    ...(await judgeCallbacks(ledger, callbacks)),
    ...callbacks.refusals,
    ...load.faults,
  ];
}

function judgeRequests({ arrived, created }: Service, { orders }: Asked): string[] {
  const known = new Set(orders.map(({ accountNumber }) => accountNumber));
  const twice = [...arrived].filter(([, times]) => times > 1);
  const foreign = [...arrived.keys()].filter((accountNumber) => !known.has(accountNumber));
  const distinct = new Set(created.map(({ accountNumber }) => accountNumber)).size;
  return [
    ...twice.map(([accountNumber, times]) => `${accountNumber} was initiated ${times} times`),
    ...foreign.map((accountNumber) => `${accountNumber} was initiated and never asked for`),
    ...(distinct === created.length ? [] : [`${created.length - distinct} transfers were created twice`]),
  ];
}

function judgeRows(rows: readonly Row[], { orders }: Asked): string[] {
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
  const faults = orders.flatMap(({ key, id, accountNumber }) => {
    const row = byKey.get(key);
    if (row === undefined) return [`${key} is not in the ledger`];
    const isSame = row.id === id && row.account_number === accountNumber;
    return isSame ? [] : [`${key} is ${row.id} in the ledger and ${id} in the answer`];
  });
  if (rows.length !== orders.length) faults.push(`${rows.length} rows for ${orders.length} keys`);
  const open = rows.filter(({ submission }) => submission === "recorded" || submission === "dispatching");
  return [...faults, ...open.map(({ id, submission }) => `${id} is still ${submission}`)];
}

function judgeCreated(rows: readonly Row[], { created, arrived }: Service): string[] {
  const byAccount = new Map(created.map((one) => [one.accountNumber, one]));
  const held = new Set(rows.map(({ account_number }) => account_number));
  const lost = created.filter(({ accountNumber }) => !held.has(accountNumber));
  return [
    ...lost.map(({ transactionId }) => `${transactionId} exists at the service and not here`),
    ...rows.flatMap((row) => {
      const theirs = byAccount.get(row.account_number);
      if (theirs === undefined)
        return row.submission === "accepted" ? [`${row.id} is accepted here and not at the service`] : [];
      if (row.submission !== "accepted") return [`${row.id} is ${row.submission} and exists at the service`];
      if (row.transaction_id !== theirs.transactionId)
        return [`${row.id} is ${row.transaction_id} here and ${theirs.transactionId} at the service`];
      const isOurs = row.address === null || row.address === theirs.address;
      return isOurs ? [] : [`${row.id} has the address ${row.address}, the service gave ${theirs.address}`];
    }),
    ...rows
      .filter((row) => row.submission === "rejected" && !arrived.has(row.account_number))
      .map(({ id, submission }) => `${id} is ${submission} and the service never heard of it`),
  ];
}

/** Every callback that got a 2xx stands in the ledger, and was counted at least as often. */
async function judgeCallbacks(ledger: Db, { taken }: Reports): Promise<string[]> {
  const events = await ledger
    .selectFrom("transfer_events")
    .innerJoin("transfers", "transfers.id", "transfer_events.transfer_id")
    .select(["account_number", "raw", "deliveries"])
    .where("kind", "=", "callback")
    .execute();
  const kept = new Map<string, number[]>();
  for (const { account_number, raw, deliveries } of events) {
    const name = `${account_number} ${raw}`;
    kept.set(name, [...(kept.get(name) ?? []), deliveries]);
  }
  return [...taken].flatMap(([accountNumber, bodies]) =>
    [...bodies].flatMap(([body, times]) => {
      const found = kept.get(`${accountNumber} ${body}`) ?? [];
      if (found.length > 1) return [`${body} is kept ${found.length} times`];
      return (found[0] ?? 0) >= times
        ? []
        : [`${body} was taken ${times} times and counted ${found[0] ?? 0} times`];
    }),
  );
}
