import * as z from "zod/mini";
import { findAsset } from "#lib/asset/assets";
import { adviceMail } from "#lib/contract/outbox/mail-kinds";
import { env } from "#lib/server/config/env";
import { appendEvent, holdTransfers } from "#lib/server/ledger/transfer-ledger";
import { findTransfer } from "#lib/server/ledger/transfers";
import { findLetterhead } from "#lib/server/letterhead/letterhead";
import type { OutwardMail } from "#lib/server/outbox/outward";
import { getBusiness, lastBusiness } from "#lib/server/service/business";
import { isAsAsked, listDeposits } from "#lib/server/standing/deposit-facts";
import { withinTime } from "#lib/server/tables/within-time";
import { mailResultWords } from "#lib/words/outbox/mail-faults";
import { adviceLetter } from "./advice-letter";

/**
 * Invariant: an advice is written from what is known when it is sent, and goes out only while the transfer is reported paid.
 * How it ended is an event of the transfer, in the transaction that ends the mail.
 */

const AdviceBody = z.strictObject({ to: z.string() });

/** A claim lasts longer than this and the sending together. */
const businessMs = 5_000;

export const outwardAdvice: OutwardMail = {
  kind: adviceMail,
  async post(_ledger, { subject, body }) {
    const { to } = AdviceBody.parse(JSON.parse(body));
    const transfer = await findTransfer(subject);
    if (transfer.status !== "paid") return undefined;
    const letterhead = await findLetterhead();
    const { timeZone, assets } = env();
    const letter = adviceLetter({
      ...{ transfer, letterhead, timeZone },
      businessName: letterhead.name ?? (await businessName()),
      networkName: findAsset(assets, transfer.asset)?.networkName ?? transfer.network,
      deposits: (await listDeposits(transfer)).filter(isAsAsked),
    });
    return { to, letter };
  },
  async onEnd(trx, { id: mail, subject: transferId, body }, { state, code }) {
    await holdTransfers(trx, [transferId]);
    const said = state === "withdrawn" ? "NOT_PAID" : code;
    const why = state === "delivered" ? undefined : mailResultWords(said);
    const to = readReceiver(body);
    await appendEvent(trx, transferId, {
      ...{ source: "dashboard", kind: state === "delivered" ? "advice_sent" : "advice_failed" },
      ...{ text: [to, why].filter((part) => part !== undefined).join(": "), word: said },
      ...{ raw: storedMail(mail), raw_encoding: "utf8" },
    });
  },
};

/** The event names its mail so. */
export function storedMail(mail: string): string {
  return JSON.stringify({ mail });
}

/** `undefined` for a body that somebody has changed. */
function readReceiver(body: string): string | undefined {
  try {
    return AdviceBody.parse(JSON.parse(body)).to;
  } catch {
    return undefined;
  }
}

/** As the printed advice has it: nothing while the service doesn't answer. */
async function businessName(): Promise<string | undefined> {
  const known = lastBusiness() ?? (await withinTime(businessMs, getBusiness()).catch(() => undefined));
  return known?.name.trim() || undefined;
}
