import { sendLetter, tryMailServer } from "#lib/features/telling/server/mail/transport";
import { env } from "#lib/server/config/env";
import { newDeliveryId } from "#lib/server/outbox/deliveries";
import { isOneAddress } from "#lib/text/mail-address";
import { failureWords } from "#lib/words/outbox/mail-faults";
import { bad, type Findings, ok, warn } from "./finding";

/** Invariant: sends a mail only where the operator names an address for it. */

const topic = "e-mail";

/** Whether the mail server takes this dashboard: its TLS, and its user. Silent where no mail is set up. */
export function checkMail(testAddress: string | undefined) {
  return async function* (): Findings {
    const { mail, appUrl } = env();
    if (mail === undefined) {
      if (testAddress !== undefined)
        yield bad(topic, "No e-mail was sent: SMTP_URL and MAIL_FROM are not set.");
      return;
    }
    const where = `${mail.host}:${mail.port}`;
    const failure = await tryMailServer(mail);
    if (failure !== undefined) {
      const { code, tried } = failure;
      yield bad(
        topic,
        `${failureWords(code)} (${where}: ${code})${tried === undefined ? "" : ` ${tried}`} E-mails wait for up to a day, and are then given up.`,
      );
      return;
    }
    const safe = mail.tls === "none" ? "without TLS, on this machine" : "with TLS";
    yield ok(
      topic,
      `The mail server at ${where} accepts mail from this dashboard, ${safe}. E-mails are from ${mail.from}.`,
    );
    if (appUrl === undefined)
      yield warn(topic, "APP_URL is not set, so e-mails have no links, and invitations are not e-mailed.");
    if (testAddress !== undefined) yield await sendTest(testAddress);
  };
}

async function sendTest(address: string) {
  if (!isOneAddress(address)) return bad(topic, "No test was sent: name one e-mail address.");
  const letter = { subject: "Test of the dashboard’s e-mail", paragraphs: [{ text: "It works." }] };
  const result = await sendLetter(address, newDeliveryId(), letter);
  return result.state === "sent"
    ? ok(
        topic,
        `The mail server accepted a test for ${address}. Check that it arrives, and not in the spam folder.`,
      )
    : bad(topic, `The test was not sent. ${failureWords(result.code)} (${result.code})`);
}
