import { outwardAdvice } from "#lib/server/advice/advice-mail";
import { readHeadlines } from "#lib/server/attention/headlines";
import { isAnyoneTold } from "#lib/server/follow-up/is-anyone-told";
import { tellHappenings } from "#lib/server/follow-up/tell-happenings";
import { startMailing } from "#lib/server/mail/mail-worker";
import { appendNeedsYou } from "#lib/server/mail/needs-you";
import { sendLetter } from "#lib/server/mail/transport";
import type { Messenger } from "#lib/server/outbox/messengers";
import { readWaiting } from "#lib/server/webhooks/waiting";
import { startDelivering } from "#lib/server/webhooks/worker";

const messenger: Messenger = {
  sendLetter,
  async writeNews(trx, seqs) {
    await tellHappenings(trx, seqs);
    await appendNeedsYou(trx, seqs);
  },
  isAnyoneTold,
};

/** What the house is given: see `lib/features/all/index.ts`. */
export const telling = {
  name: "telling",
  messenger,
  figures: readWaiting,
  start() {
    startMailing(readHeadlines, outwardAdvice);
    startDelivering();
  },
} as const;
