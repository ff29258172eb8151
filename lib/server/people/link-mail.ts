import { createHash } from "node:crypto";
import { type Role, roleWords } from "#lib/contract/roles";
import { env } from "#lib/server/config/env";
import { type Budget, countAttempt, guessWindowMs } from "#lib/server/credentials/attempts";
import { db } from "#lib/server/database/db";
import { log } from "#lib/server/observe/log";
import { newDeliveryId } from "#lib/server/outbox/deliveries";
import type { Letter } from "#lib/server/outbox/letter";
import { isMailSet, messengers } from "#lib/server/outbox/messengers";
import { formatTime } from "#lib/text/format-time";
import { failureWords } from "#lib/words/outbox/mail-faults";

/** Invariant: a link is sent while its request waits, and is in no row, no log and no second try. */

type Link = { kind: "invitation"; role: Role } | { kind: "password" };

/** What became of it: neither where links are not mailed. `mailFault` is for the admin, who passes the link on. */
export type MailedLink = { sentTo?: string; mailFault?: string };

/** To one address, whoever asks. */
export const linkMails: Budget = { max: 5, windowMs: guessWindowMs };

/** Not without APP_URL: we would have to believe a request about our own address. */
export function areLinksMailed(): boolean {
  return isMailSet() && env().appUrl !== undefined;
}

/** `path` holds the token. */
export async function mailLink(
  to: string,
  link: Link & { path: string; expiresAt: string },
): Promise<MailedLink> {
  const [messenger] = messengers.all();
  if (messenger === undefined || !areLinksMailed()) return {};
  const { isAllowed } = await countAttempt(await db(), `link-mail:${hashOf(to)}`, linkMails);
  if (!isAllowed) return { mailFault: tooMany };
  const result = await messenger.sendLetter(to, newDeliveryId(), letterOf(link, link.path, link.expiresAt));
  if (result.state === "sent") return { sentTo: to };
  log().warn({ code: result.code }, "a link was not sent by e-mail");
  return { mailFault: failureWords(result.code) };
}

const tooMany = `This address was sent ${linkMails.max} links within ${linkMails.windowMs / 60_000} minutes.`;

function hashOf(address: string): string {
  return createHash("sha256").update(address).digest("base64url");
}

function letterOf(link: Link, path: string, expiresAt: string): Letter {
  const until = formatTime(expiresAt, env().timeZone);
  const isInvited = link.kind === "invitation";
  return {
    subject: isInvited ? "You are invited to the dashboard" : "Set a new password for the dashboard",
    paragraphs: [
      {
        text: isInvited
          ? `An admin invited you to the Offramp Dashboard, with the role ${roleWords[link.role].name}.`
          : "An admin made a link for you to set a new password.",
      },
      { text: isInvited ? "Create your account" : "Set a new password", path },
      { text: `The link works once, until ${until}. Don’t pass it on: anybody who opens it can use it.` },
    ],
  };
}
