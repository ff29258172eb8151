import type { Socket } from "node:net";
import { createTransport, type SMTPPoolOptions, type Transporter } from "nodemailer";
import { env } from "#lib/server/config/env";
import type { MailSetting } from "#lib/server/config/mail-setting";
import { once } from "#lib/server/config/once";
import { asLastAct } from "#lib/server/observe/under-way";
import { htmlOf, type Letter, subjectOf, textOf } from "#lib/server/outbox/letter";
import type { SendResult } from "#lib/server/outbox/messengers";
import { ConnectionError, connectTo, type Target } from "#lib/server/outgoing/connect";
import { connectionFault } from "#lib/server/outgoing/connection-words";
import { besideTheSystem } from "#lib/server/outgoing/names";
import { withinTime } from "#lib/server/tables/within-time";
import { isOneAddress } from "#lib/text/mail-address";

/** Invariant: a mail goes to one address, over TLS unless the mail server is on this machine, and nothing waits for ever. */

const mailName = "Offramp Dashboard";
const connectMs = 10_000;
const greetMs = 15_000;
const silenceMs = 20_000;
/** For all of it; shorter than a claim. */
const sendMs = 30_000;

/** Never throws. `id` makes the same Message-ID at each try, by which a receiver can tell a repeat. */
export async function sendLetter(
  to: string,
  id: string,
  letter: Letter,
  setting = env().mail,
  limitMs = sendMs,
): Promise<SendResult> {
  if (setting === undefined) return { state: "later", code: "OFF" };
  // Before anything is made of it: a mailer reads a comma or a line break as a second receiver.
  if (!isOneAddress(to)) return { state: "never", code: "ADDRESS" };
  const { from } = setting;
  try {
    await mailer(setting).sendMail({
      from: { name: mailName, address: from },
      to: { name: "", address: to },
      envelope: { from, to: [to] },
      subject: subjectOf(letter),
      text: textOf(letter),
      html: htmlOf(letter),
      messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
      headers: { "auto-submitted": "auto-generated" },
      // Ends the connection too, which a server that drips its answer would keep for ever, and takes the letter out of
      // the line, where it would be sent although it is tried again.
      signal: AbortSignal.timeout(limitMs),
    });
    return { state: "sent" };
  } catch (error) {
    return failureOf(error);
  }
}

/**
 * Reaches the mail server, with TLS and the user, and sends nothing. `undefined`: all is well. `tried` says how each of its
 * addresses failed, where none was connected. No connection of it stays: one that never ends its answer would keep the process.
 */
export async function tryMailServer(
  setting: MailSetting,
  limitMs = sendMs,
): Promise<{ code: string; tried: string | undefined } | undefined> {
  const sockets: Socket[] = [];
  let isOver = false;
  const trial = makeMailer(setting, (socket) => {
    if (isOver) socket.destroy();
    else sockets.push(socket);
  });
  try {
    await withinTime(limitMs, trial.verify());
    return undefined;
  } catch (error) {
    return { code: failureOf(error).code, tried: connectionFault(error) };
  } finally {
    isOver = true;
    trial.close();
    for (const socket of sockets) socket.destroy();
  }
}

function mailer(setting: MailSetting): Transporter {
  return once("mailer", () => {
    const made = makeMailer(setting);
    asLastAct(async () => made.close());
    return made;
  });
}

type OnSocket = (socket: Socket) => void;

function makeMailer(setting: MailSetting, onSocket: OnSocket = () => undefined): Transporter {
  const { host, port, tls, user, password, greeting } = setting;
  return createTransport({
    pool: true,
    maxConnections: 2,
    host,
    port,
    ...(greeting !== undefined && { name: greeting }),
    secure: tls === "at_once",
    requireTLS: tls === "upgrade",
    ignoreTLS: tls === "none",
    tls: { minVersion: "TLSv1.2" },
    ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    // A message has no parts from files or from other servers.
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: connectMs,
    greetingTimeout: greetMs,
    socketTimeout: silenceMs,
    getSocket: socketTo({ host, port }, onSocket),
  });
}

function socketTo(target: Target, onSocket: OnSocket): NonNullable<SMTPPoolOptions["getSocket"]> {
  return (_options, callback) =>
    void connectTo(target, { resolve: besideTheSystem, limitMs: connectMs }).then(
      (connection) => {
        onSocket(connection);
        callback(null, { connection });
      },
      (error: Error) => callback(error),
    );
}

/** Only its code is kept: the text can repeat an address. */
function failureOf(error: unknown): { state: "later" | "never"; code: string } {
  if (error instanceof ConnectionError) return { state: "later", code: error.code };
  const { code, responseCode } = error as Record<"code" | "responseCode", unknown>;
  if (code === "EABORT") return { state: "later", code: "ETIMEDOUT" };
  if (code === "EAUTH" || code === "ETLS") return { state: "later", code };
  if (typeof responseCode === "number") {
    if (responseCode < 500) return { state: "later", code: `${responseCode}` };
    return isOfReceiver(error)
      ? { state: "never", code: `${responseCode}` }
      : { state: "later", code: `FROM_${responseCode}` };
  }
  if (isOfTls(error)) return { state: "later", code: "ETLS" };
  return {
    state: "later",
    code: typeof code === "string" && /^E[A-Z]{2,20}$/.test(code) ? code : "ETIMEDOUT",
  };
}

/** RFC 3463: bad addresses of receivers, and mailboxes that are closed. X.1.7 and X.1.8 are about the sender. */
const receiverStatus = /\b5\.(1\.([1-6]|10)|2\.[01])\b/;
const anyStatus = /\b5\.\d{1,3}\.\d{1,3}\b/;
const senderWords =
  /\b(sender|from|spf|dkim|dmarc|relay(ing)?|policy|block(ed|list)|black ?list(ed)?|denied|spam|reputation|helo|ehlo|ptr|rdns|reverse|client|host|ip|authenticat\w*)\b/i;

/** Whether it surely is about the receiver, and so would be said again. */
function isOfReceiver(error: unknown): boolean {
  const { command, response, responseCode } = error as Record<
    "command" | "response" | "responseCode",
    unknown
  >;
  // What it repeats of an address says nothing.
  const text = String(response ?? "").replace(/<[^>]*>|\S+@\S+/g, " ");
  if (anyStatus.test(text)) return receiverStatus.test(text);
  const isOfMailbox = responseCode === 550 || responseCode === 551 || responseCode === 553;
  return command === "RCPT TO" && isOfMailbox && !senderWords.test(text);
}

function isOfTls(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return /certificate|SSL|TLS|altnames/i.test(`${code} ${message}`);
}
