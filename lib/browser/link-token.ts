import { useSyncExternalStore } from "react";

/** In memory alone, so that no history, screenshot or extension has it: a reload asks for the whole link. */
let token: string | undefined;
/** Some mail scanners write the `#` before a token as `%23`, or again as `%2523`; the server answers with the same page. */
const encoded = /\/?%(?:25)*23(.*)$/i;

/** Returns the token behind the `#`, which browsers send to no server. `undefined` before hydration, "" if there is none. */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore<string | undefined>(listen, readToken, () => undefined);
}

function readToken(): string {
  const { hash, pathname } = window.location;
  const given = hash === "" ? (encoded.exec(pathname)?.[1] ?? "") : hash.slice(1);
  return /^[\w-]+/.exec(given)?.[0] ?? token ?? "";
}

/** Another link that is opened in this tab changes the hash alone, and loads no page. */
function listen(listener: () => void): () => void {
  const take = () => {
    wipe();
    listener();
  };
  window.addEventListener("hashchange", take);
  // The framework patches the history only after its own first effects.
  const timer = setTimeout(wipe);
  return () => {
    window.removeEventListener("hashchange", take);
    clearTimeout(timer);
  };
}

function wipe(): void {
  token = readToken();
  const { hash, pathname, search } = window.location;
  const bare = pathname.replace(encoded, "");
  if (hash !== "" || bare !== pathname) window.history.replaceState(window.history.state, "", bare + search);
}
