import "server-only";
import { env } from "#lib/server/config/env";

/** The names and attributes of our cookies. Over https no other host or path can set them. */
export function cookieRules() {
  const isSecure = env().appUrl?.startsWith("https:") ?? false;
  const name = (plain: string) => `${isSecure ? "__Host-" : ""}${plain}`;
  return {
    session: name("session"),
    secondFactor: name("second-factor"),
    device: name("device"),
    attributes: { httpOnly: true, secure: isSecure, sameSite: "lax" as const, path: "/" },
  };
}
