import { outwardAdvice } from "#lib/server/advice/advice-mail";
import type { Messenger } from "#lib/server/outbox/messengers";
import { isAnyoneTold } from "./happenings/is-anyone-told";
import { tellHappenings } from "./happenings/tell-happenings";
import { readHeadlines } from "./mail/headlines";
import { startMailing } from "./mail/mail-worker";
import { appendNeedsYou } from "./mail/needs-you";
import { sendLetter } from "./mail/transport";
import { readWaiting } from "./webhooks/waiting";
import { startDelivering } from "./webhooks/worker";

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
