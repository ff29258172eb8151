import { afterEach, expect, it, vi } from "vitest";
import { ConfigurationError } from "#lib/server/config/env";
import { DatabaseFailure } from "./database-failure";

afterEach(() => vi.unstubAllEnvs());

// Next gives pages, handlers and the start a copy of each module, and all of them share one database.
it("is known to every copy of this code, by what it means", async () => {
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.resetModules();
  const [other, { failureReply }, { asTrouble }] = await Promise.all([
    import("./database-failure"),
    import("#lib/server/http/answer"),
    import("#components/notice/problem-notice"),
  ]);
  expect(other.DatabaseFailure).not.toBe(DatabaseFailure);
  const isConflict = (state: string) => other.isConflict(new DatabaseFailure(state, true, undefined));
  expect([isConflict("40001"), isConflict("40P01"), isConflict("23505")]).toEqual([true, true, false]);
  const statusOf = (error: unknown) =>
    failureReply(error, "id", new Request("http://localhost:3000/api/transfers")).status;
  expect(statusOf(new DatabaseFailure("ECONNREFUSED", false, undefined))).toBe(503);
  expect(statusOf(new DatabaseFailure("25006", true, undefined))).toBe(503);
  expect(statusOf(new ConfigurationError(["a standby"]))).toBe(503);
  expect(statusOf(new DatabaseFailure("42703", true, undefined))).toBe(500);
  expect(asTrouble(new DatabaseFailure(undefined, false, undefined)).code).toBe("database_unavailable");
  expect(() => asTrouble(new Error("other"))).toThrow("other");
});
