import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startDashboard, type TestDashboard } from "#lib/testing/dashboard";
import { pairs, race, signInAlone, wayNames } from "#lib/testing/sign-in-races";

vi.mock(import("./password-hash"), async (load) => {
  const [original, { held }, { quickHash }] = await Promise.all([
    load(),
    import("#lib/testing/judging-gate"),
    import("#lib/testing/quick-hash"),
  ]);
  const hashPassword = async (password: string) => quickHash(password);
  return { ...original, hashPassword, verifyPassword: held(original.verifyPassword) };
});
vi.mock(import("./new-password"), () => ({ newPasswordFault: async () => undefined }));
vi.mock(import("./totp"), async (load) => {
  const [original, { held }] = await Promise.all([load(), import("#lib/testing/judging-gate")]);
  return { ...original, judgeCode: held(original.judgeCode) };
});
vi.mock(import("./recovery-codes"), async (load) => {
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

it("no sign-in outlives what it was judged by, whatever crosses it", async () => {
  expect(pairs.length).toBeGreaterThan(30);
  for (const way of wayNames) await signInAlone(dashboard, way);
  const lived: string[] = [];
  for (const pair of pairs)
    await race(dashboard, pair, false).catch((error: Error) =>
      lived.push(`${pair.way} x ${pair.act}: ${error.message}`),
    );
  expect(lived).toEqual([]);
});
