import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { root, spawnProcess } from "#lib/testing/servers/server-process";

/** `npm start`, where it refuses before it installs or builds anything. */
async function start(variables: Record<string, string>) {
  const { ended, exitCode, output } = spawnProcess([join(root, "lib/commands/start.mjs")], variables);
  await ended;
  return [exitCode(), output()];
}

it("says why nobody can listen where it was told to", async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const PORT = typeof address === "object" ? String(address?.port) : "";
  expect(await start({ PORT, HOST: "127.0.0.1" })).toEqual([
    1,
    `Port ${PORT} of 127.0.0.1 is taken by another program, perhaps an earlier start. Stop it, or set PORT.\n`,
  ]);
  // An address of documentation (RFC 5737), which no machine has.
  const [code, words] = await start({ PORT, HOST: "203.0.113.9" });
  expect([code, words]).toEqual([
    1,
    expect.stringContaining("HOST=203.0.113.9 is not an address of this machine."),
  ]);
  expect(await start({ PORT: "http" })).toEqual([78, expect.stringContaining("PORT must be a whole number")]);
});
