import { isSignedOut } from "#lib/contract/problem";
import { call } from "./call";

/** A session that has already ended is no error. */
export async function signOut(): Promise<void> {
  await call("POST /api/auth/sign-out").catch((error: unknown) => {
    if (!isSignedOut(error)) throw error;
  });
}
