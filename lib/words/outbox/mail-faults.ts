/** What the code of a try to send an e-mail means: an SMTP code such as `550`, or a short word of capitals. */

const mailFaultWords: Record<string, string> = {
  OFF: "e-mail is not set up",
  ADDRESS: "address not taken",
  EAUTH: "user or password refused",
  ETLS: "connection not safe",
  UNREADABLE: "contents can’t be read",
  NOT_PAID: "no longer reported paid",
  TRIES: "tried too often",
};

/** How a try to send an e-mail ended. `undefined` before the first try, and where it was sent. */
export function mailResultWords(result: string | null): string | undefined {
  if (result === null) return undefined;
  if (Object.hasOwn(mailFaultWords, result)) return mailFaultWords[result];
  if (/^55[0134]$/.test(result)) return `address not taken (${result})`;
  if (/^FROM_5\d\d$/.test(result))
    return `refused, perhaps for its sender: check MAIL_FROM (${result.slice(5)})`;
  return /^[45]\d\d$/.test(result) ? `refused (${result})` : "mail server not reached";
}

/** A code of ours: a refusal that may be about the sender or the connection, which the operator can mend. */
const ofSender = /^FROM_(5\d\d)$/;

/** In plain words, for a person who can do something about it. */
export function failureWords(code: string): string {
  if (code === "OFF") return "E-mail is not set up on this server.";
  if (code === "ADDRESS" || /^55[0134]$/.test(code)) return "The mail server doesn’t take this address.";
  const [, refusal] = ofSender.exec(code) ?? [];
  if (refusal !== undefined)
    return `The mail server refused the e-mail (${refusal}), perhaps because of its sender. Check MAIL_FROM, and that this server may send for it.`;
  if (code === "EAUTH") return "The mail server refused the user or the password of this dashboard.";
  if (code === "ETLS") return "The connection to the mail server is not safe: check its certificate and TLS.";
  if (/^[45]\d\d$/.test(code)) return `The mail server refused the e-mail (${code}).`;
  return "The mail server can’t be reached.";
}
