import "#lib/features/all/index";
import { countForeignDays, readUnmet } from "#lib/features/controls/server/figures";
import { findSwitchedOff } from "#lib/features/controls/server/rules/controls-off";
import { env } from "#lib/server/config/env";
import { gates } from "#lib/server/submission/gates";
import type { Db } from "#lib/server/tables/schema";
import { formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { type Findings, warn } from "./finding";

const topic = "controls";

/** Rules that can't be met, and whatever makes them weaker than they look. Silent where there is nothing to say. */
export async function* checkControls(ledger: Db): Findings {
  yield* checkWaiting(ledger);
  const { controlHoldMs, isSandbox, timeZone } = env();
  if (controlHoldMs === 0 && !isSandbox)
    yield warn(
      topic,
      "CONTROL_HOLD_HOURS is 0: an admin who makes or resets a colleague can use them to approve at once, and looser rules count at once. Set it to 24.",
    );
  const { words, stuck } = await readUnmet(ledger);
  for (const sentence of words) yield warn(topic, sentence);
  if (stuck > 0)
    yield warn(
      topic,
      `${counted(stuck, "request waits", "requests wait")} for more approvals than the people who are left can give. Give somebody a second factor or a role on the page People, or withdraw what waits.`,
    );
  const off = await findSwitchedOff(ledger);
  if (off !== undefined)
    yield warn(
      topic,
      `All rules for payouts were switched off by npm run controls-off at ${formatTime(off.at, timeZone)}: ${showInvisible(off.reason)}${off.isOffStill ? " Set them again on the page Controls." : " They have been set again since."}`,
    );
  const foreign = await countForeignDays(ledger);
  if (foreign > 0)
    yield warn(
      topic,
      `BUSINESS_TIMEZONE is ${timeZone}, and ${counted(foreign, "recent transfer was", "recent transfers were")} counted by the days of another zone. They stay on those days: a limit for today may count too few or too many of them.`,
    );
}

/** Without what made them wait, nothing can approve them, and they are never sent. */
async function* checkWaiting(ledger: Db): Findings {
  if (gates.all().length > 0) return;
  const { count } = await ledger
    .selectFrom("transfers")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("submission", "=", "awaiting_approval")
    .executeTakeFirstOrThrow();
  if (Number(count) > 0)
    yield warn(
      topic,
      `${counted(Number(count), "transfer waits", "transfers wait")} for an approval, and this dashboard has nothing that could approve. They are never sent: withdraw each on its page, and create it again.`,
    );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
