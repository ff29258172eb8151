/** Returns the secret of an `otpauth:` URI in groups of four, or "" when it has none. */
export function secretOf(uri: string): string {
  const secret = URL.canParse(uri) ? new URL(uri).searchParams.get("secret") : null;
  return secret?.match(/.{1,4}/g)?.join(" ") ?? "";
}
