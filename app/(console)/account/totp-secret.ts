/** The secret in an authenticator app's address, in groups of four as a person types it. An address without one gives none. */
export function secretOf(uri: string): string {
  const secret = URL.canParse(uri) ? new URL(uri).searchParams.get("secret") : null;
  return secret?.match(/.{1,4}/g)?.join(" ") ?? "";
}
