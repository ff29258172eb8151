import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { ConfirmInput, NewPasswordInput, NewSecondFactor, SessionEntry } from "#lib/contract/people";
import { call, post } from "./queries";

/** What a person does with their own account. Each call throws a `Problem`. */

const base = "/api/auth";

async function send<Body>(path: string, body: unknown): Promise<Body> {
  return (await call<Body>(path, post(body))).body;
}

export const confirmPresence = (proof: ConfirmInput) => send<unknown>("/api/confirmation", proof);
/** Every other session ends. */
export const changePassword = (input: NewPasswordInput) => send<unknown>(`${base}/change-password`, input);
/** It is on once its first code was entered. */
export const beginSecondFactor = (password: string) =>
  send<NewSecondFactor>(`${base}/two-factor/enable`, { password });
export const completeSecondFactor = (code: string) =>
  send<unknown>(`${base}/two-factor/verify-totp`, { code });
export const endSecondFactor = (proof: ConfirmInput) => send<unknown>(`${base}/two-factor/disable`, proof);
/** The old codes stop working. */
export const renewRecoveryCodes = (proof: ConfirmInput) =>
  send<{ recoveryCodes: string[] }>(`${base}/two-factor/generate-backup-codes`, proof);

/** Newest activity first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => (await call<SessionEntry[]>(`${base}/list-sessions`, { signal })).body,
  refetchInterval: 60_000,
  retry: false,
});

export const endSession = mutationOptions({
  mutationKey: ["end-session"],
  mutationFn: (id: string) => send<SessionEntry[]>(`${base}/revoke-session`, { id }),
  onSuccess: (sessions, _id, _result, { client }) => client.setQueryData(sessionsQuery.queryKey, sessions),
  onError: (_error, _id, _result, { client }) => void client.invalidateQueries(sessionsQuery),
});
