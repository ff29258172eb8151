import * as z from "zod/mini";
import { compareRules } from "#lib/features/controls/rule-words";
import { noRules } from "#lib/features/controls/rules";
import { env } from "#lib/server/config/env";
import { calledName } from "#lib/server/database/person-name";
import { appendDeliveries } from "#lib/server/outbox/deliveries";
import type { Letter } from "#lib/server/outbox/letter";
import { readReceivers } from "#lib/server/outbox/mail-choices";
import { isMailSet } from "#lib/server/outbox/messengers";
import { tellEndpoints } from "#lib/server/outbox/tell-endpoints";
import { mailRow } from "#lib/server/outbox/tell-people";
import type { ControlRulesRow } from "#lib/server/tables/controls/control-rows";
import type { Db, PersonRow, Trx } from "#lib/server/tables/schema";
import { formatTime } from "#lib/text/format-time";
import { showExactly } from "#lib/text/visible-text";
import { rulesLine } from "#lib/words/outbox/message-line";
import { rulesOf } from "../rules/stored-rules";

/** Invariant: who is told of rules is told in the transaction that writes them, so no change is silent. */

/** `isLooser`: than those that counted before. */
type Change = { isLooser: boolean };

/** Tells systems of rules that count from this transaction on. */
export async function tellRulesCount(
  trx: Trx,
  { n, rules, by }: ControlRulesRow,
  { isLooser }: Change,
): Promise<void> {
  const isOn = rules !== JSON.stringify(noRules);
  const how = isOn ? (isLooser ? "looser than before" : "tighter than before") : "none is on any more";
  const who = by === null ? ", by a command on the server" : "";
  await tellEndpoints(trx, "controls.changed", {
    data: { n, change: isLooser ? "looser" : "tighter", isOn, isByCommand: by === null },
    line: rulesLine(`${how}${who}`, env().isSandbox),
    path: "/controls",
    linkTitle: "Open the rules",
  });
}

const AboutRules = z.object({ n: z.int(), beforeN: z.int(), requestId: z.nullable(z.string()) });

/**
 * Tells of a version that was just written: systems where it counts, and admins where it is looser, or was made by a command.
 * `requestId`: of what a second admin can agree to; null where it counts already.
 */
export async function tellNewRules(
  trx: Trx,
  row: ControlRulesRow,
  { isLooser, beforeN, requestId }: Change & { beforeN: number; requestId: string | null },
): Promise<void> {
  if (row.state === "active") await tellRulesCount(trx, row, { isLooser });
  if (!isMailSet() || (!isLooser && row.by !== null)) return;
  const admins = await readReceivers(trx, "approvals", ["admin"]);
  const body = { n: row.n, beforeN, requestId };
  await appendDeliveries(
    trx,
    admins.map((id) => mailRow(id, "approvals.rules", body)),
  );
}

/** Also of rules that were stopped or agreed to meanwhile: that somebody tried is the news. */
export async function rulesLetter(
  ledger: Db,
  { body, at }: { body: string; at: string },
  { role }: Pick<PersonRow, "role">,
): Promise<Letter | undefined> {
  const { n, beforeN, requestId } = AboutRules.parse(JSON.parse(body));
  const row = await findVersion(ledger, n);
  if (role !== "admin" || row === undefined) return undefined;
  const before = await findVersion(ledger, beforeN);
  const changes = compareRules(before === undefined ? noRules : rulesOf(before), rulesOf(row))
    .filter(({ isChanged }) => isChanged)
    .map((each) => `${each.rule}: ${each.after.join("; ")} (was: ${each.before.join("; ")})`);
  const { timeZone } = env();
  const who = row.by === null ? "A command on the server" : showExactly(row.name ?? "Somebody");
  const isProposed = requestId !== null;
  const from = formatTime(row.effective_at, timeZone);
  const until = `They count from ${from} on, or once a second admin agrees. Until then any admin can stop them.`;
  return {
    subject: isProposed
      ? "Looser rules for payouts were proposed"
      : row.by === null
        ? "A command has changed the rules for payouts"
        : "The rules for payouts are looser now",
    paragraphs: [
      { text: isProposed ? `${who} has proposed looser rules. ${until}` : `${who} has changed the rules.` },
      {
        list: [
          `When: ${formatTime(at, timeZone, { hasSeconds: true })}`,
          ...(row.reason === null ? [] : [`Why: ${showExactly(row.reason)}`]),
          ...changes,
        ].map((text) => ({ text })),
      },
      isProposed
        ? { text: "Open the proposal", path: `/approvals/${requestId}` }
        : { text: "Open the rules", path: "/controls" },
      {
        text: isProposed
          ? "If you didn’t expect this, stop them now."
          : "If you didn’t expect this, look into it now.",
      },
      { text: "Choose which e-mails you get on the page Your account", path: "/account" },
    ],
  };
}

function findVersion(ledger: Db, n: number) {
  return ledger
    .selectFrom("control_rules")
    .leftJoin("people", "people.id", "control_rules.by")
    .selectAll("control_rules")
    .select(calledName().as("name"))
    .where("n", "=", n)
    .executeTakeFirst();
}
