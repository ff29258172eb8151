import { stringify } from "csv-stringify/sync";
import { neededWords } from "#lib/features/controls/control-words";
import { endOfExport } from "#lib/words/export/export-columns";
import { withSheetMarks } from "#lib/words/export/sheet-marks";
import { statusWords } from "#lib/words/words";
import type { Decision, Evidence } from "./read-evidence";

/**
 * Invariant: a line has all that its hash is made of, so that `docs/evidence/check-evidence.py` can compute it again. A
 * spreadsheet reads every cell as text: what it would take for something else has an apostrophe, which a program takes off
 * again as in the export of transfers. Times are in UTC.
 */

type Column<Of> = { name: string; of: (of: Of) => string | number | null | undefined };

const kindWords = {
  transfer: "a transfer",
  payee_version: "a payee’s account",
  rules: "looser rules",
  batch: "a batch of payouts",
};

const ofRequest: Column<Evidence>[] = [
  { name: "Request ID", of: ({ request }) => request.id },
  { name: "Asked for", of: ({ request }) => kindWords[request.kind] },
  { name: "State", of: ({ request }) => request.state },
  { name: "Asked at", of: ({ request }) => request.asked_at },
  { name: "Asked by", of: ({ maker }) => maker },
  { name: "Asked by, ID", of: ({ request }) => request.maker_id },
  { name: "Asked in entry", of: ({ asked }) => asked?.seq },
  { name: "Asked in entry, hash", of: ({ asked }) => asked?.hash },
  { name: "Waits until", of: ({ request }) => request.expires_at },
  { name: "Why it waits", of: ({ reasons }) => reasons.join("; ") },
  { name: "Confirmed when asking", of: ({ confirmed }) => confirmed.join(" ") },
  { name: "Needs", of: ({ needed }) => neededWords(needed) },
  { name: "Rules number", of: ({ request }) => request.rules_n },
  { name: "Naira when asked", of: ({ request }) => request.naira },
  { name: "Ended at", of: ({ request }) => request.ended_at },
  {
    name: "Ended by",
    of: ({ endedBy, request }) => endedBy ?? (request.state === "waiting" ? null : "This dashboard"),
  },
  { name: "Ended in entry", of: ({ ended }) => ended?.seq },
  { name: "Ended in entry, hash", of: ({ ended }) => ended?.hash },
  { name: "Transfer ID", of: ({ transfer }) => transfer?.id },
  { name: "Amount", of: ({ transfer }) => transfer?.amount },
  { name: "Token", of: ({ transfer }) => transfer?.from_currency },
  { name: "Network", of: ({ transfer }) => transfer?.network },
  { name: "Bank code", of: ({ transfer, account }) => (transfer ?? account)?.bank_code },
  { name: "Bank", of: ({ transfer, account }) => (transfer ?? account)?.bank_name },
  { name: "Account number", of: ({ transfer, account }) => (transfer ?? account)?.account_number },
  { name: "Account name", of: ({ transfer, account }) => (transfer ?? account)?.account_name },
  { name: "Reference", of: ({ transfer }) => transfer?.reference },
  { name: "Purpose", of: ({ transfer }) => transfer?.purpose },
  { name: "Sent at", of: ({ transfer }) => transfer?.sent_at },
  { name: "Transaction ID", of: ({ transfer }) => transfer?.transaction_id },
  { name: "Status now", of: ({ transfer }) => transfer && statusWords[transfer.status].word },
  { name: "Hashed text", of: ({ text }) => text },
  { name: "Recipe", of: ({ text }) => recipeOf(text) },
  { name: "Subject hash", of: ({ request }) => request.subject_hash },
];

const ofDecision: Column<Decision | undefined>[] = [
  { name: "decision", of: (row) => row?.decision },
  { name: "person", of: (row) => row?.person_name },
  { name: "person ID", of: (row) => row?.person_id },
  { name: "role", of: (row) => row?.role },
  { name: "confirmed with", of: (row) => row && factorWords(row.factor) },
  { name: "at", of: (row) => row?.at },
  { name: "naira seen", of: (row) => row?.output },
  { name: "subject hash", of: (row) => row?.subject_hash },
  { name: "reason", of: (row) => row?.reason },
  { name: "counts no more", of: (row) => row?.voided_why },
  { name: "could approve from", of: (row) => row?.eligible_since },
  { name: "done to their sign-in before", of: (row) => row?.before.join("; ") },
  { name: "entry", of: (row) => row?.entry?.seq },
  { name: "entry, hash", of: (row) => row?.entry?.hash },
];

/** A file has as many columns as `decisions` asks for. Throws for a request that has more, so that no line is cut short. */
export function evidenceWriter(decisions: number) {
  const places = Array.from({ length: decisions }, (_, at) => at);
  const names = [
    ...ofRequest.map(({ name }) => name),
    ...places.flatMap((at) => ofDecision.map(({ name }) => `Decision ${at + 1}: ${name}`)),
  ];
  const write = (records: (string | null)[][]) =>
    stringify(records, { record_delimiter: "windows", quoted: true });
  const cellsOf = (line: Evidence) => {
    if (line.decisions.length > decisions) throw new Error("Somebody decided meanwhile.");
    const cells = [
      ...ofRequest.map(({ of }) => of(line)),
      ...places.flatMap((at) => ofDecision.map(({ of }) => of(line.decisions[at]))),
    ];
    return cells.map((cell) => (cell == null ? null : withSheetMarks(`${cell}`)));
  };
  return {
    /** The byte order mark, and the names of the columns. */
    head: () => `\ufeff${write([names])}`,
    rows: (lines: readonly Evidence[]) => write(lines.map(cellsOf)),
    /** Without this line a file is incomplete. */
    end: (rows: number) => write([[endOfExport, `${rows} requests`, ...names.slice(2).map(() => null)]]),
  };
}

/** The first of the hashed values. */
function recipeOf(text: string | null): string | null {
  return text === null ? null : (/^\["([\w-]+)"/.exec(text)?.[1] ?? null);
}

/** The audit log's words for a second factor; a session that was confirmed elsewhere has none. */
export function factorWords(factor: string | null): string {
  if (factor === null) return "not in the log";
  return factor === "none" ? "password" : `password and ${factor.replaceAll("_", " ")}`;
}
