import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { ConfirmInput, NewPasswordInput, NewSecondFactor, SessionEntry } from "#lib/contract/people";
import { call, post } from "./queries";

/** What a person does with their own account, as the browser asks our API for it. Each throws a `Problem`. */

const base = "/api/auth";

async function send<Body>(path: string, body: unknown): Promise<Body> {
  return (await call<Body>(path, post(body))).body;
}

/** Proves that the person is still there. */
export const confirmPresence = (proof: ConfirmInput) => send<unknown>("/api/confirmation", proof);
/** Changes the password; every other session ends. */
export const changePassword = (input: NewPasswordInput) => send<unknown>(`${base}/change-password`, input);
/** Begins a second factor: it holds once its first code was given. */
export const beginSecondFactor = (password: string) =>
  send<NewSecondFactor>(`${base}/two-factor/enable`, { password });
/** Completes the second factor with its first code. */
export const completeSecondFactor = (code: string) =>
  send<unknown>(`${base}/two-factor/verify-totp`, { code });
/** Turns the second factor off. */
export const endSecondFactor = (proof: ConfirmInput) => send<unknown>(`${base}/two-factor/disable`, proof);
/** Replaces the recovery codes; the old ones work no more. */
export const renewRecoveryCodes = (proof: ConfirmInput) =>
  send<{ recoveryCodes: string[] }>(`${base}/two-factor/generate-backup-codes`, proof);

/** The person's own sessions, the newest act first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => (await call<SessionEntry[]>(`${base}/list-sessions`, { signal })).body,
  refetchInterval: 60_000,
  retry: false,
});

/** Ends one of the person's own sessions. */
export const endSession = mutationOptions({
  mutationKey: ["end-session"],
  mutationFn: (id: string) => send<SessionEntry[]>(`${base}/revoke-session`, { id }),
  onSuccess: (sessions, _id, _result, { client }) => client.setQueryData(sessionsQuery.queryKey, sessions),
  onError: (_error, _id, _result, { client }) => void client.invalidateQueries(sessionsQuery),
});
