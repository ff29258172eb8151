import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "#lib/server/config/env";
import { authSecret } from "./secret";

/**
 * Invariant: a text is opened only where it was sealed. Its place (such as whose it is) is associated data of the cipher, so
 * a row that somebody swapped in the database opens nowhere. A text that is signed stays readable, and nobody without
 * AUTH_SECRET can write another.
 */

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** `purpose` separates the keys, so what is sealed for one use never opens in another. */
export function sealText(text: string, purpose: string, place: readonly string[]): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(purpose), iv).setAAD(asData(place));
  const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString("base64");
}

/** `undefined` for what was sealed elsewhere, changed, or sealed under another secret. */
export function openText(
  sealed: string,
  purpose: string,
  place: readonly string[],
  secret = authSecret(),
): string | undefined {
  const bytes = Buffer.from(sealed, "base64");
  try {
    const iv = bytes.subarray(0, ivBytes);
    const opening = createDecipheriv(cipher, keyOf(purpose, secret), iv, { authTagLength: tagBytes })
      .setAAD(asData(place))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return opening.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + opening.final("utf8");
  } catch {
    return undefined;
  }
}

/** For a text that stands beside it in a file. */
export function signatureOf(text: string, purpose: string, secret = authSecret()): string {
  return createHmac("sha256", keyOf(purpose, secret)).update(text, "utf8").digest("hex");
}

/** Under the present secret, or the one before it. */
export function isSigned(text: string, purpose: string, signature: string): boolean {
  const secrets = [authSecret(), env().previousAuthSecret].flatMap((each) => each ?? []);
  const given = Buffer.from(signature, "utf8");
  return secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(text, purpose, secret), "utf8");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function keyOf(purpose: string, secret = authSecret()): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

const asData = (place: readonly string[]) => Buffer.from(JSON.stringify(place), "utf8");
