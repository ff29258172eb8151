import { parseCookie } from "cookie";
import { sql } from "kysely";
import { db } from "#lib/server/database/db";
import { type AuthRequest, authRequest } from "./actor";
import { auth } from "./auth";
import { cookieRules } from "./cookies";

/** The JSON stays on the server; the cookies go to the browser. */
export type LibraryAnswer = {
  isOk: boolean;
  status: number;
  body: Record<string, unknown>;
  cookies: string[];
};

/** Passes on nothing of the browser's request but its cookies. */
export async function callLibrary(
  request: AuthRequest,
  cookie: string | null,
  body: Record<string, unknown>,
): Promise<LibraryAnswer> {
  const library = await auth();
  const headers = new Headers({ "content-type": "application/json" });
  if (cookie !== null) headers.set("cookie", cookie);
  const url = `http://dashboard.internal/api/auth${request.path}`;
  const answer = await authRequest.run({ ...request, heldToken: heldToken(cookie) }, () =>
    library.handler(new Request(url, { method: "POST", headers, body: JSON.stringify(body) })),
  );
  if (answer.status >= 500) await blameDatabase(new Error("The sign-in library failed."));
  const json: unknown = await answer.json().catch(() => ({}));
  return {
    isOk: answer.ok,
    status: answer.status,
    body: typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {},
    cookies: answer.headers.getSetCookie(),
  };
}

/** Unchecked: whoever knows a token may end its session. */
function heldToken(cookie: string | null): string | undefined {
  return parseCookie(cookie ?? "")[cookieRules().session]?.split(".")[0] || undefined;
}

/** The library hides what its store threw, so this asks the database once more: throws its failure, else the given error. */
async function blameDatabase(error: unknown): Promise<never> {
  await sql`select 1`.execute(await db());
  throw error;
}
