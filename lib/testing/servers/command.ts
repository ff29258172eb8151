import { testSecret } from "#lib/testing/sign-in/test-secret";
import { scriptArgs } from "./script";
import { type ServerProcess, spawnProcess } from "./server-process";

/** What a command said, and whether it ended with 0. */
export type CommandResult = { isRight: boolean; words: string };

/** Starts a command of `lib/commands` on a database, and waits for nothing. */
export function spawnCommand(databaseUrl: string, name: string, ...args: string[]): ServerProcess {
  return spawnProcess([...scriptArgs(`lib/commands/${name}.ts`), ...args], {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: testSecret,
  });
}

/** Runs a command of `lib/commands` on a database to its end. */
async function runCommand(databaseUrl: string, name: string, ...args: string[]): Promise<CommandResult> {
  const { ended, exitCode, output } = spawnCommand(databaseUrl, name, ...args);
  await ended;
  return { isRight: exitCode() === 0, words: output().trim() };
}

/** What `npm run verify-ledger` and `npm run verify-audit` say. */
export async function verifyByCommands(databaseUrl: string): Promise<CommandResult> {
  const results = [
    await runCommand(databaseUrl, "verify-ledger"),
    await runCommand(databaseUrl, "verify-audit"),
  ];
  return {
    isRight: results.every(({ isRight }) => isRight),
    words: results.map(({ words }) => words).join("; "),
  };
}
