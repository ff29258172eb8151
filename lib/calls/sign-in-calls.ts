import type { LinkInput, SetupInput, SignInInput } from "#lib/contract/people";
import { call } from "./call";

/** Each call throws a `Problem`. */

export const signIn = async (input: SignInInput) =>
  (await call("POST /api/auth/sign-in/email", { body: input })).body;
export const signInWithApp = async (code: string) =>
  (await call("POST /api/auth/two-factor/verify-totp", { body: { code } })).body;
export const signInWithRecovery = async (code: string) =>
  (await call("POST /api/auth/two-factor/verify-backup-code", { body: { code } })).body;
export const setUp = async (input: SetupInput) => (await call("POST /api/setup", { body: input })).body;
export const readLink = async (token: string) =>
  (await call("POST /api/welcome/link", { body: { token } })).body;
export const acceptLink = async (input: LinkInput) => (await call("POST /api/welcome", { body: input })).body;
