import type { Sandbox } from "#lib/sandbox/sandbox";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";
import { callbackPath, tokenPattern } from "./callback-url";

/** Opened, and its code loaded, on first use: with a real key neither happens. Throws beside one. */
export function sandbox(): Promise<Sandbox> {
  return once("sandbox", async () => {
    const { service, assets } = env();
    if (service.mode !== "sandbox") throw new Error("The sandbox does not run beside a real key.");
    const { openSandbox } = await import("#lib/sandbox/sandbox");
    return openSandbox({ ...service, assets, mayCall: isOwnCallback });
  });
}

/** Otherwise a transfer's callback URL could make the sandbox post to what only we can reach. */
function isOwnCallback({ origin, pathname, search }: URL): boolean {
  const own = URL.parse(env().callbackBaseUrl ?? "")?.origin;
  const token = pathname.startsWith(callbackPath) ? pathname.slice(callbackPath.length) : "";
  return origin === own && search === "" && tokenPattern.test(token);
}
