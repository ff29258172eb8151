import { isSignedOut } from "#lib/contract/problem";
import { call, post } from "./queries";

/** Ends this session. One that has ended already is no fault. */
export async function signOut(): Promise<void> {
  await call("/api/auth/sign-out", post({})).catch((error: unknown) => {
    if (!isSignedOut(error)) throw error;
  });
}
