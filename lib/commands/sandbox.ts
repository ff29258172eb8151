import { sandboxAssets } from "#lib/asset/asset-tables";
import { sandboxGuide } from "#lib/sandbox/guide";
import { openSandbox } from "#lib/sandbox/sandbox";
import { serveSandbox } from "#lib/sandbox/serve";
import { readSandboxSettings } from "#lib/server/config/settings";

/** `npm run sandbox`: serves the sandbox alone, on the loopback address, until it is stopped. */

const badSettings = 78;

function fail(message: string, exitCode: number): never {
  console.error(message);
  process.exit(exitCode);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const read = readSandboxSettings(process.env);
if ("faults" in read) fail(`The sandbox did not start:\n  ${read.faults.join("\n  ")}`, badSettings);
const { settings } = read;

function open() {
  try {
    return openSandbox({ ...settings, assets: sandboxAssets });
  } catch (error) {
    return fail(
      `The sandbox did not start: SANDBOX_DATABASE cannot be opened. ${reason(error)}`,
      badSettings,
    );
  }
}

const sandbox = open();
const server = await serveSandbox(sandbox, settings.port).catch((error: unknown) => {
  sandbox.close();
  return fail(`The sandbox did not start: SANDBOX_PORT cannot be used. ${reason(error)}`, badSettings);
});
console.log(sandboxGuide(server.baseUrl, { ...settings, apiKey: sandbox.apiKey }));

async function stop(): Promise<void> {
  await server.close();
  sandbox.close();
  process.exit(0);
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
