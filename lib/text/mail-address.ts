/**
 * Whether a text is exactly one e-mail address that is safe to hand to a mailer: no name, no list, no comment, no quoted
 * part and no line break, each of which a mailer could read as a second receiver.
 */
export function isOneAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}$/.test(text) &&
    isHost(text)
  );
}

/** Labels of letters, digits and hyphens. A single label is a machine of one's own. */
function isHost(address: string): boolean {
  const labels = address.slice(address.lastIndexOf("@") + 1).split(".");
  return labels.every((label) => /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label));
}
