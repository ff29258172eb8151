import { testSecret } from "./test-secret";

/** The first admin of a server of the tests, and limits that let one person ask for more than a real one. */
const owner = { email: "owner@example.com", password: "correct horse battery staple one" };

/** The variables by which a server process makes them. */
export const ownerVariables = {
  OWNER_EMAIL: owner.email,
  OWNER_PASSWORD: owner.password,
  AUTH_SECRET: testSecret,
  QUOTES_PER_MINUTE: "1000000",
  TRANSFERS_PER_MINUTE: "1000000",
  READS_PER_MINUTE: "1000000",
  WRITES_PER_MINUTE: "1000000",
};

/** Signs the first admin in over HTTP. Gives the value of the session's cookie. Throws when that fails. */
export async function signInOwner(url: string): Promise<string> {
  const answer = await fetch(new URL("/api/auth/sign-in/email", url), {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify(owner),
  });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("session="));
  if (cookie === undefined) throw new Error(`The owner cannot sign in: ${await answer.text()}`);
  return cookie.slice("session=".length, cookie.indexOf(";"));
}

/** A confirmation of the person lasts five minutes. */
const freshMs = 120_000;

/** The first admin's cookie for every server on a database, and how it is had anew before what it confirms is over. */
export type OwnerSession = { cookie: () => string; renew: (url: string) => Promise<void> };

/** Makes one that is not signed in yet. A server that does not answer leaves it as it was. */
export function ownerSession(): OwnerSession {
  let cookie = "";
  let signedInAt = 0;
  return {
    cookie: () => cookie,
    renew: async (url) => {
      if (Date.now() - signedInAt < freshMs) return;
      const value = await signInOwner(url).catch(() => undefined);
      if (value === undefined) return;
      cookie = `session=${value}`;
      signedInAt = Date.now();
    },
  };
}
