import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { pairs, race } from "#lib/testing/sign-in/sign-in-races";

vi.mock(import("#lib/server/credentials/password-hash"), async (load) => {
  const [original, { held }, { quickHash }] = await Promise.all([
    load(),
    import("#lib/testing/sign-in/judging-gate"),
    import("#lib/testing/sign-in/quick-hash"),
  ]);
  const hashPassword = async (password: string) => quickHash(password);
  return { ...original, hashPassword, verifyPassword: held(original.verifyPassword) };
});
vi.mock(import("#lib/server/credentials/new-password"), () => ({ newPasswordFault: async () => undefined }));
vi.mock(import("#lib/server/credentials/totp"), async (load) => {
  const [original, { held }] = await Promise.all([load(), import("#lib/testing/sign-in/judging-gate")]);
  return { ...original, judgeCode: held(original.judgeCode) };
});
vi.mock(import("#lib/server/credentials/recovery-codes"), async (load) => {
  const [original, { held }] = await Promise.all([load(), import("#lib/testing/sign-in/judging-gate")]);
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
