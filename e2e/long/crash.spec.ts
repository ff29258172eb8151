import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "#lib/testing/servers/server-process";

// A share of `npm run test:crash`: a quarter of the steps, each on one engine. No browser: the server is killed there, and its data looked at.
// Each waits for starts and stops most of its time: beside the other, or beside the rest.
test.describe.configure({ mode: "parallel" });
for (const [engine, share] of [
  ["sqlite", "1/8"],
  ["postgres", "5/8"],
] as const) {
  test(`a kill -9 at every eighth step loses no transfer and makes none twice, on ${engine}`, async () => {
    test.setTimeout(300_000);
    const script = join(root, "lib/proof/crash.ts");
    const args = ["--engine", engine, "--repetitions", "1", "--share", share, "--quick"];
    const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        ["--conditions=react-server", "--import", "tsx", script, ...args],
        { cwd: root },
        (_error, out, err) => resolve({ code: child.exitCode ?? 1, output: out + err }),
      );
    });
    expect(output).toContain(" 0 lost, 0 doubled, 0 other faults");
    expect(code, output).toBe(0);
  });
}
