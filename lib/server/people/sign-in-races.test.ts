import { afterAll, beforeAll, it, vi } from "vitest";
import { startDashboard, type TestDashboard } from "#lib/testing/servers/dashboard";
import { pairs, race, signInAlone, wayNames } from "#lib/testing/sign-in/sign-in-races";

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
beforeAll(async () => {
  dashboard = await startDashboard({});
});
afterAll(() => dashboard.close());

it.each(wayNames)("a sign-in by %s that nothing crosses opens a session", (way) =>
  signInAlone(dashboard, way),
);

it.each(pairs)("a sign-in by $way outlives no $act", (pair) => race(dashboard, pair, false));
