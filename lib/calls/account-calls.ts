import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { MailChoiceInput } from "#lib/contract/mail/mail-choices";
import type { ConfirmInput, NewPasswordInput } from "#lib/contract/people";
import { call } from "./call";

/** What a person does with their own account. Each call throws a `Problem`. */

export const confirmPresence = (proof: ConfirmInput) => call("POST /api/confirmation", { body: proof });
/** Every other session ends. */
export const changePassword = (input: NewPasswordInput) =>
  call("POST /api/auth/change-password", { body: input });
/** It is on once its first code was entered. */
export const beginSecondFactor = async (password: string) =>
  (await call("POST /api/auth/two-factor/enable", { body: { password } })).body;
export const completeSecondFactor = (code: string) =>
  call("POST /api/auth/two-factor/verify-totp", { body: { code } });
export const endSecondFactor = (proof: ConfirmInput) =>
  call("POST /api/auth/two-factor/disable", { body: proof });
/** The old codes stop working. */
export const renewRecoveryCodes = async (proof: ConfirmInput) =>
  (await call("POST /api/auth/two-factor/generate-backup-codes", { body: proof })).body;

/** In milliseconds. Asking doesn't keep the session. */
export const readTimeLeft = async () => (await call("GET /api/session")).body.endsInMs;
/** Counts as an act of the person. */
export const staySignedIn = async () => (await call("POST /api/session")).body.endsInMs;

/** Newest activity first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => (await call("GET /api/auth/list-sessions", { signal })).body,
  refetchInterval: 60_000,
});

export const endSession = mutationOptions({
  mutationKey: ["end-session"],
  mutationFn: async (id: string) => (await call("POST /api/auth/revoke-session", { body: { id } })).body,
  onSuccess: (sessions, _id, _result, { client }) => client.setQueryData(sessionsQuery.queryKey, sessions),
  onError: (_error, _id, _result, { client }) => void client.invalidateQueries(sessionsQuery),
});

/** Returns the choices as they are now. */
export const chooseMail = mutationOptions({
  mutationKey: ["choose-mail"],
  mutationFn: async (input: MailChoiceInput) => (await call("PATCH /api/account/mail", { body: input })).body,
});

/** For this person, in every browser. */
export const hideFirstSteps = mutationOptions({
  mutationKey: ["hide-first-steps"],
  mutationFn: () => call("DELETE /api/account/first-steps"),
});

/** Whether the service's updates can arrive. */
export const checkReach = mutationOptions({
  mutationKey: ["check-reach"],
  mutationFn: async () => (await call("POST /api/reach")).body,
});
