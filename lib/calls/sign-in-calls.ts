import type { LinkContent, LinkInput, SetupInput, SignedIn, SignInInput } from "#lib/contract/people";
import { call, post } from "./queries";

/** Sign-in as the browser asks our API for it. Each call throws a `Problem` for what is no success. */

async function send<Body>(path: string, body: unknown): Promise<Body> {
  return (await call<Body>(path, post(body))).body;
}

/** The first step: e-mail address and password. */
export const signIn = (input: SignInInput) => send<SignedIn>("/api/auth/sign-in/email", input);
/** The second step: the code that the authenticator app shows. */
export const signInWithApp = (code: string) => send<SignedIn>("/api/auth/two-factor/verify-totp", { code });
/** The second step with a recovery code instead. */
export const signInWithRecovery = (code: string) =>
  send<SignedIn>("/api/auth/two-factor/verify-backup-code", { code });
/** Makes the first admin by the link that the start printed. */
export const setUp = (input: SetupInput) => send<unknown>("/api/setup", input);
/** What a one-time link is for. */
export const readLink = (token: string) => send<LinkContent>("/api/welcome/link", { token });
/** Makes the account of an invitation, or sets a new password. */
export const acceptLink = (input: LinkInput) => send<unknown>("/api/welcome", input);
