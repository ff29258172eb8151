import { isSignedOut } from "#lib/contract/problem";
import { call, post } from "./queries";

/** A session that has already ended is no error. */
export async function signOut(): Promise<void> {
  await call("/api/auth/sign-out", post({})).catch((error: unknown) => {
    if (!isSignedOut(error)) throw error;
  });
}
