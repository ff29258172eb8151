import type { Transfer } from "#lib/contract/api";
import { calledName } from "#lib/server/database/person-name";
import { type BatchPlace, readBatchPlaces } from "#lib/server/ledger/transfer-batches";
import type { ReadTransfer } from "#lib/server/ledger/transfers";
import { type ListedDeposit, largestDeposits, listedDeposits } from "#lib/server/standing/deposit-facts";
import { isOneOf } from "#lib/server/tables/prepared";
import type { Db } from "#lib/server/tables/schema";
import { eachOwnText } from "#lib/transfer/own-texts";
import type { ReceivedSource } from "#lib/transfer/received";
import type { EventKind } from "#lib/transfer/transfer-status";
import { attentionTitles } from "#lib/words/attention-titles";
import { depositWords } from "#lib/words/deposit/deposit-words";
import {
  countOfExport,
  type ExportColumn,
  exportColumnName,
  exportColumns,
} from "#lib/words/export/export-columns";
import { feeUnit } from "#lib/words/quote-fee";
import { receivedReasonWords } from "#lib/words/received/received-words";
import { describeStanding, describeStatus, sourceWords } from "#lib/words/words";
import { type ApprovalNotes, approvalNotes } from "./approval-notes";

/** What each column of an export has, for every kind of file. Amounts are decimal text, moments ISO 8601 in UTC. */

/** A transfer, and what an export alone says of it. */
export type ExportLine = Transfer & {
  /** When something last happened to it: a person's note or mark is nothing that did. */
  changedAt: string;
  /** When it was first reported paid. */
  paidAt: string | null;
  /** At every address that it ever had. */
  allDeposits: readonly ListedDeposit[];
  /** Seen once, and no longer on the network. */
  goneDeposits: readonly ListedDeposit[];
  payeeName: string | null;
  /** The person's name, or their e-mail once the account is gone. */
  createdBy: string | null;
  /** Null for one that never waited for an approval. */
  approval: ApprovalNotes | null;
  /** Null for one that is no row of a batch. */
  batch: BatchPlace | null;
};

/** `local`: a moment in the business's time zone. */
type Kind = "text" | "amount" | "count" | "utc" | "local";
export type Cell = { kind: Kind; of: (line: ExportLine) => string | null };

const text = (of: Cell["of"]): Cell => ({ kind: "text", of });
const amount = (of: Cell["of"]): Cell => ({ kind: "amount", of });
const count = (of: Cell["of"]): Cell => ({ kind: "count", of });
const utc = (of: Cell["of"]): Cell => ({ kind: "utc", of });
const local = (of: Cell["of"]): Cell => ({ kind: "local", of });

const askingWords = { open: "Yes", open_here: "On the dashboard only", closed: "No" };

const cells: Record<ExportColumn, Cell> = {
  id: text(({ id }) => id),
  transactionId: text(({ transactionId }) => transactionId),
  createdUtc: utc(({ createdAt }) => createdAt),
  created: local(({ createdAt }) => createdAt),
  status: text((line) => describeStatus(line).word),
  statusFrom: text(({ statusSource }) => sourceWords[statusSource]),
  changedUtc: utc(({ changedAt }) => changedAt),
  changed: local(({ changedAt }) => changedAt),
  asked: amount(({ amount: asked }) => asked),
  saidArrived: amount(({ standing, arrivedAmount }) => standing.sources?.service ?? arrivedAmount),
  token: text(({ fromCurrency }) => fromCurrency),
  network: text(({ network }) => network),
  estimate: amount(({ quote }) => quote?.outputAmount ?? null),
  currency: text(({ currency }) => currency),
  rate: amount(({ quote }) => quote?.rate ?? null),
  fee: amount(({ quote }) => quote?.fee ?? null),
  feeUnit: text((line) => feeUnit(line)),
  bankCode: text(({ bankCode }) => bankCode),
  bank: text(({ bankName }) => bankName),
  accountNumber: text(({ accountNumber }) => accountNumber),
  accountName: text(({ accountName }) => accountName),
  address: text(({ address }) => address),
  replaces: text(({ replaces }) => replaces),
  ...eachOwnText((_, name) => text((line) => line[name])),
  seenArrived: amount(({ deposit }) => deposit.amount),
  networkSays: text(({ deposit }) => depositWords[deposit.label]),
  standing: text((line) => describeStanding(line).word),
  attention: text(({ standing: { reason } }) => (reason === null ? null : attentionTitles[reason])),
  isAsking: text(({ standing }) => askingWords[standing.invitation]),
  accepted: amount(({ acceptedOutput }) => acceptedOutput),
  paidUtc: utc(({ paidAt }) => paidAt),
  paid: local(({ paidAt }) => paidAt),
  deposits: text(({ allDeposits }) =>
    listOf([...new Set(largest(allDeposits).map(({ tx }) => tx))], rest(allDeposits)),
  ),
  otherDeposits: text(({ allDeposits, goneDeposits }) => {
    const others = allDeposits.filter(isOther);
    const gone = largest(goneDeposits).map((each) => `${otherWords(each)}, gone`);
    return listOf([...largest(others).map(otherWords), ...gone], rest(others) + rest(goneDeposits));
  }),
  payee: text(({ payeeName }) => payeeName),
  createdBy: text(({ createdBy }) => createdBy),
  askedOutput: amount(({ askedOutput }) => askedOutput),
  receivedSaid: amount((line) => receivedBy("payee_said", line)?.amount ?? null),
  receivedOwn: amount((line) => receivedBy("own_statement", line)?.amount ?? null),
  receivedByService: amount(({ paidOut }) => paidOut?.amount ?? null),
  receivedDay: text(
    ({ received }) =>
      received
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? null,
  ),
  receivedDifference: amount(({ received }) => received[0]?.difference ?? null),
  receivedReason: text(({ received }) => {
    const reason = received.find((said) => said.reason !== null)?.reason ?? null;
    return reason === null ? null : receivedReasonWords[reason];
  }),
  receivedUtc: utc(
    ({ received }) =>
      received
        .map(({ recordedAt }) => recordedAt)
        .sort()
        .at(-1) ?? null,
  ),
  waitedFor: text(({ approval }) => approval?.why ?? null),
  approvalAskedUtc: utc(({ approval }) => approval?.askedAt ?? null),
  approvedBy: text(({ approval }) => approval?.approvedBy ?? null),
  declinedBy: text(({ approval }) => approval?.declinedBy ?? null),
  declinedWhy: text(({ approval }) => approval?.declinedWhy ?? null),
  decidedUtc: utc(({ approval }) => approval?.decidedAt ?? null),
  decided: local(({ approval }) => approval?.decidedAt ?? null),
  batch: text(({ batch }) => batch?.name ?? null),
  batchRow: count(({ batch }) => (batch === null ? null : `${batch.row}`)),
};

function receivedBy(source: ReceivedSource, { received }: Pick<ExportLine, "received">) {
  return received.find((said) => said.source === source);
}

/** What a file of lines is made of, in whichever form. */
export type FileOf<Line> = {
  /** Of its sheet. */
  name: string;
  columns: readonly {
    name: string;
    kind: Cell["kind"];
    /** Of a cell in a workbook, in characters. */
    width?: number | undefined;
    of: (line: Line) => string | null;
  }[];
  countOf: (rows: number) => string;
  /** What stands in the last row beside the count. */
  ending?: readonly string[];
};

/** Whole to the eye. */
const wide: Partial<Record<ExportColumn, number>> = {
  ...{ id: 38, accountName: 32, address: 46, replaces: 38, deposits: 70, otherDeposits: 40 },
};

/** Times are in UTC and in an IANA time zone. */
export function transfersFile(timeZone: string): FileOf<ExportLine> {
  return {
    name: "Transfers",
    columns: exportColumns.map((column) => ({
      ...cells[column],
      ...{ name: exportColumnName(column, timeZone), width: wide[column] },
    })),
    countOf: countOfExport,
  };
}

const isOther = ({ isElsewhere, isOtherToken }: ListedDeposit) => isElsewhere || isOtherToken;

function otherWords({ amount: arrived, symbol, to, isElsewhere }: ListedDeposit): string {
  return `${arrived} ${symbol}${isElsewhere ? ` at ${to}` : ""}`;
}

/** A spreadsheet takes 32,767 characters of a cell, and none of these is longer than 150. */
const mostListed = 100;

const largest = (deposits: readonly ListedDeposit[]) => largestDeposits(deposits, mostListed);
const rest = ({ length }: readonly ListedDeposit[]) => Math.max(0, length - mostListed);

/** Anybody can send dust to an address as often as they like. */
function listOf(items: readonly string[], left: number): string | null {
  if (items.length === 0) return null;
  return [...items, ...(left > 0 ? [`and ${left} more`] : [])].join("; ");
}

/** With the names that they have now. */
export async function toLines(ledger: Db, read: readonly ReadTransfer[]): Promise<ExportLine[]> {
  const payees = await namesOfPayees(
    ledger,
    read.map(({ transfer }) => transfer),
  );
  const creators = await namesOfCreators(
    ledger,
    read.map(({ transfer }) => transfer.id),
  );
  const changes = await lastChanges(
    ledger,
    read.map(({ transfer }) => transfer.id),
  );
  const approvals = await notesOfApprovals(
    ledger,
    read.map(({ transfer }) => transfer.id),
  );
  const batches = await readBatchPlaces(
    ledger,
    read.map(({ key }) => key),
  );
  return read.map(({ transfer, facts, key }) => ({
    ...transfer,
    changedAt: changes.get(transfer.id) ?? transfer.createdAt,
    paidAt: facts.words.find(({ meaning }) => meaning === "paid")?.firstAt ?? null,
    allDeposits: listedDeposits(facts.deposit.rows, transfer),
    goneDeposits: listedDeposits(facts.deposit.rows, transfer, { isGone: true }),
    payeeName: payees.get(transfer.payeeId ?? "") ?? null,
    createdBy: creators.get(transfer.id) ?? null,
    approval: approvals.get(transfer.id) ?? null,
    batch: batches.get(key) ?? null,
  }));
}

async function notesOfApprovals(ledger: Db, ids: readonly string[]): Promise<Map<string, ApprovalNotes>> {
  const found = new Map<string, ApprovalNotes>();
  for (const read of approvalNotes.all())
    for (const [id, notes] of await read(ledger, ids)) found.set(id, notes);
  return found;
}

/** What people write about a transfer, and how they keep their books of it. */
const remarks: readonly EventKind[] = ["note", "handled", "received", "received_withdrawn"];

async function lastChanges(ledger: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ledger
    .selectFrom("transfer_events")
    .select(({ fn }) => ["transfer_id", fn.max("at").as("at")])
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("kind", "not in", remarks)
    .groupBy("transfer_id")
    .execute();
  return new Map(rows.map(({ transfer_id, at }) => [transfer_id, at]));
}

async function namesOfPayees(ledger: Db, transfers: readonly Transfer[]): Promise<Map<string, string>> {
  const ids = [...new Set(transfers.flatMap(({ payeeId }) => payeeId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await ledger
    .selectFrom("payees")
    .select(["id", "name"])
    .where(isOneOf(ledger, "id", ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function namesOfCreators(ledger: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await ledger
    .selectFrom("transfer_events")
    .leftJoin("people", "people.email", "transfer_events.person_name")
    .select(["transfer_id", "person_name"])
    .select(calledName().as("name"))
    .where(isOneOf(ledger, "transfer_id", ids))
    .where("kind", "=", "requested")
    .execute();
  return new Map(rows.map(({ transfer_id, person_name, name }) => [transfer_id, name ?? person_name]));
}
