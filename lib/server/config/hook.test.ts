import { expect, it, vi } from "vitest";
import { hook } from "./hook";

it("gives each copy of the modules its own entries, and one that fills none those of the last", async () => {
  const [started, page] = [hook<string>("colours"), hook<string>("colours")];
  expect(() => started.all()).toThrow("The list colours is not filled");
  started.fill(["of the start"]);
  vi.resetModules();
  const handler = (await import("./hook")).hook<string>("colours");
  expect(handler.all()).toEqual(["of the start"]);
  handler.fill(["of a handler"]);
  expect([started.all(), handler.all(), page.all()]).toEqual([
    ["of the start"],
    ["of a handler"],
    ["of a handler"],
  ]);
});
