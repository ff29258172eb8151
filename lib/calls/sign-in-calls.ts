import type { LinkContent, LinkInput, SetupInput, SignedIn, SignInInput } from "#lib/contract/people";
import { call, post } from "./queries";

/** Each call throws a `Problem`. */

async function send<Body>(path: string, body: unknown): Promise<Body> {
  return (await call<Body>(path, post(body))).body;
}

export const signIn = (input: SignInInput) => send<SignedIn>("/api/auth/sign-in/email", input);
export const signInWithApp = (code: string) => send<SignedIn>("/api/auth/two-factor/verify-totp", { code });
export const signInWithRecovery = (code: string) =>
  send<SignedIn>("/api/auth/two-factor/verify-backup-code", { code });
export const setUp = (input: SetupInput) => send<unknown>("/api/setup", input);
export const readLink = (token: string) => send<LinkContent>("/api/welcome/link", { token });
export const acceptLink = (input: LinkInput) => send<unknown>("/api/welcome", input);
