import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startDashboard, type TestDashboard } from "#lib/testing/dashboard";
import { pairs, race } from "#lib/testing/sign-in-races";

vi.mock(import("#lib/server/auth/password-hash"), async (load) => {
  const [original, { held }, { quickHash }] = await Promise.all([
    load(),
    import("#lib/testing/judging-gate"),
    import("#lib/testing/quick-hash"),
  ]);
  const hashPassword = async (password: string) => quickHash(password);
  return { ...original, hashPassword, verifyPassword: held(original.verifyPassword) };
});
vi.mock(import("#lib/server/auth/new-password"), () => ({ newPasswordFault: async () => undefined }));
vi.mock(import("#lib/server/auth/totp"), async (load) => {
  const [original, { held }] = await Promise.all([load(), import("#lib/testing/judging-gate")]);
  return { ...original, judgeCode: held(original.judgeCode) };
});
vi.mock(import("#lib/server/auth/recovery-codes"), async (load) => {
  const [original, { held }] = await Promise.all([load(), import("#lib/testing/judging-gate")]);
  const { recoveryCodeStore } = original;
  const decrypt = held(recoveryCodeStore.decrypt);
  return { ...original, recoveryCodeStore: { ...recoveryCodeStore, decrypt } };
});

let dashboard: TestDashboard;
beforeEach(async () => {
  dashboard = await startDashboard({});
});
afterEach(() => dashboard.close());

const rounds = 20;

describe.each([
  ["with the act between its judging and its session", false],
  ["with the act at once with the writing of its session", true],
])("a sign-in %s", (_, isAtOnce) => {
  it.each(pairs)("by $way outlives no $act", async (pair) => {
    const lived: string[] = [];
    for (let round = 0; round < rounds; round++)
      await race(dashboard, pair, isAtOnce).catch((error: Error) => lived.push(error.message));
    expect(lived).toEqual([]);
  });
});
