import "server-only";
import { createTransport, type Transporter } from "nodemailer";
import { env } from "#lib/server/config/env";
import type { MailSetting } from "#lib/server/config/mail-setting";
import { once } from "#lib/server/config/once";
import { asLastAct } from "#lib/server/observe/under-way";
import { withinTime } from "#lib/server/tables/within-time";
import { isOneAddress } from "#lib/text/mail-address";
import { htmlOf, type Letter, subjectOf, textOf } from "./letter";

/** Invariant: a mail goes to one address, over TLS unless the mail server is on this machine, and nothing waits for ever. */

const mailName = "Offramp Dashboard";
const connectMs = 10_000;
const greetMs = 15_000;
const silenceMs = 20_000;
/** For all of it; shorter than a claim. */
const sendMs = 30_000;

/** `never`: this mail would be refused again. `code`: an SMTP code such as `550`, or a short word of capitals. */
export type SendResult = { state: "sent" } | { state: "later" | "never"; code: string };

/** Whether this server sends mail. */
export function isMailSet(): boolean {
  return env().mail !== undefined;
}

/** Never throws. `id` makes the same Message-ID at each try, by which a receiver can tell a repeat. */
export async function sendLetter(
  to: string,
  id: string,
  letter: Letter,
  setting = env().mail,
): Promise<SendResult> {
  if (setting === undefined) return { state: "later", code: "OFF" };
  // Before anything is made of it: a mailer reads a comma or a line break as a second receiver.
  if (!isOneAddress(to)) return { state: "never", code: "ADDRESS" };
  const { from } = setting;
  try {
    await withinTime(
      sendMs,
      mailer(setting).sendMail({
        from: { name: mailName, address: from },
        to: { name: "", address: to },
        envelope: { from, to: [to] },
        subject: subjectOf(letter),
        text: textOf(letter),
        html: htmlOf(letter),
        messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
        headers: { "auto-submitted": "auto-generated" },
      }),
    );
    return { state: "sent" };
  } catch (error) {
    return failureOf(error);
  }
}

/** Reaches the mail server, with TLS and the user, and sends nothing. `undefined`: all is well. */
export async function tryMailServer(setting: MailSetting): Promise<string | undefined> {
  try {
    await withinTime(sendMs, mailer(setting).verify());
    return undefined;
  } catch (error) {
    return failureOf(error).code;
  }
}

/** In plain words, for a person who can do something about it. */
export function failureWords(code: string): string {
  if (code === "OFF") return "E-mail is not set up on this server.";
  if (code === "ADDRESS" || /^55[0134]$/.test(code)) return "The mail server doesn’t take this address.";
  if (code === "EAUTH") return "The mail server refused the user or the password of this dashboard.";
  if (code === "ETLS") return "The connection to the mail server is not safe: check its certificate and TLS.";
  if (/^[45]\d\d$/.test(code)) return `The mail server refused the e-mail (${code}).`;
  return "The mail server can’t be reached.";
}

function mailer(setting: MailSetting): Transporter {
  return once("mailer", () => {
    const made = makeMailer(setting);
    asLastAct(async () => made.close());
    return made;
  });
}

function makeMailer({ host, port, tls, user, password }: MailSetting): Transporter {
  return createTransport({
    pool: true,
    maxConnections: 2,
    host,
    port,
    secure: tls === "at_once",
    requireTLS: tls === "upgrade",
    ignoreTLS: tls === "none",
    tls: { minVersion: "TLSv1.2" },
    ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    // A message has no parts from files or from other servers.
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: connectMs,
    dnsTimeout: connectMs,
    greetingTimeout: greetMs,
    socketTimeout: silenceMs,
  });
}

/** Only its code is kept: the text can repeat an address. */
function failureOf(error: unknown): { state: "later" | "never"; code: string } {
  const { code, command, responseCode } = error as Record<"code" | "command" | "responseCode", unknown>;
  if (code === "EAUTH") return { state: "later", code };
  if (isOfTls(error)) return { state: "later", code: "ETLS" };
  if (typeof responseCode === "number") {
    // What is said of the sender or the connection is for the operator to mend; of the receiver or the mail it stays.
    const isOfMail = command === "RCPT TO" || command === "DATA";
    return { state: isOfMail && responseCode >= 500 ? "never" : "later", code: `${responseCode}` };
  }
  return {
    state: "later",
    code: typeof code === "string" && /^E[A-Z]{2,20}$/.test(code) ? code : "ETIMEDOUT",
  };
}

function isOfTls(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "ETLS" || /certificate|SSL|TLS|altnames/i.test(`${code} ${message}`);
}
