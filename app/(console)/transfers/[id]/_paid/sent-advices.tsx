import type { TransferWithEvents } from "#lib/contract/api";
import { may, type Role } from "#lib/contract/roles";
import { formatCount } from "#lib/money/format";
import { type Advice, lastReceiver, readAdvices } from "#lib/server/advice/advices";
import { env } from "#lib/server/config/env";
import { isMailSet } from "#lib/server/outbox/messengers";
import { formatTime } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { ZonedTime } from "../zoned-time";
import { AdviceOpener } from "./advice-opener";

type Props = { transfer: TransferWithEvents; role: Role };

/** The button that sends it, for whoever may. */
export async function AdviceSender({ transfer, role }: Props) {
  if (!may(role, "send_advice")) return null;
  const { timeZone, isSandbox } = env();
  const last = isMailSet() ? await lastReceiver(transfer) : undefined;
  return (
    <AdviceOpener
      id={transfer.id}
      isMailSet={isMailSet()}
      isSandbox={isSandbox}
      last={
        last && {
          to: last.to,
          words: `Last used for this account by ${showInvisible(last.by)}, ${formatTime(last.askedAt, timeZone)}.`,
        }
      }
    />
  );
}

/** The timeline has them all. */
const mostShown = 3;

/** To whom it was sent, and what became of each. */
export async function SentAdvices({ transfer: { id } }: Pick<Props, "transfer">) {
  const advices = await readAdvices(id);
  if (advices.length === 0) return null;
  const more = advices.length - mostShown;
  return (
    <ul className="foreign-text space-y-1 border-b border-line bg-surface px-card py-2 text-[0.8125rem]/5 print:hidden">
      {advices.slice(0, mostShown).map((advice) => (
        <li key={advice.askedAt}>
          <span
            className={advice.state === "failed" || advice.state === "lost" ? "font-medium text-fail" : ""}
          >
            {stateWords(advice)}
          </span>{" "}
          <span className="text-muted">
            {showInvisible(advice.by)}, <ZonedTime at={advice.askedAt} timeZone={env().timeZone} />
          </span>
        </li>
      ))}
      {more > 0 && <li className="text-muted">And {formatCount(more)} more, in the timeline.</li>}
    </ul>
  );
}

function stateWords({ to, state, why }: Advice): string {
  switch (state) {
    case "sent":
      return `E-mailed to ${to}.`;
    case "waiting":
      return why === undefined
        ? `On its way to ${to}.`
        : `Not sent to ${to} yet: ${why}. Trying again for a day.`;
    case "failed":
      return `Not sent to ${to}: ${why ?? "nobody knows why"}.`;
    case "lost":
      return `We can’t tell whether it was sent to ${to}: the mail that waited is gone.`;
  }
}
