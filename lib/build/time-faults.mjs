import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A limit below this is a guess about the machine. */
const shortestLimitMs = 20_000;

/** Those of `npm run prove` measure on purpose, and wait for what has no end that can be seen. Those beside this have the faults as texts. */
const isQuick = /^(app|components|e2e(?!\/long)|lib(?!\/(proof|build)))\/.*\.(test|spec)\.tsx?$/;
const kinds = [
  {
    pattern:
      /\bwaitForTimeout\(|\bawait (\w+\.)*(setTimeout|sleep)\(|=> (void )?setTimeout\(\w+, |\bpg_sleep\b/,
    fault: "it sleeps. Wait for what it waits for, or turn a clock.",
  },
  {
    pattern: /\bexpect\([^;]*\b(performance|Date)\.now\(\) - [^;]*\)\s*\.to/,
    fault: "it asserts how long something took, and a machine can be busy.",
  },
];
const limit =
  /\b(?:poll|waitFor|waitUntil|toPass|toBeVisible|toHaveText|toContainText)\([^;]*?\btimeout: ([\d_]+)/g;

/**
 * What in a test depends on how fast the machine is. Gives a sentence for each.
 *
 * @param {string} root
 * @param {string[]} files
 * @returns {string[]}
 */
export function timeFaults(root, files) {
  return files
    .filter((file) => isQuick.test(file))
    .flatMap((file) => faultsOf(file, readFileSync(join(root, file), "utf8")));
}

function faultsOf(file, text) {
  const found = kinds.filter(({ pattern }) => pattern.test(text)).map(({ fault }) => `${file}: ${fault}`);
  const short = [...text.matchAll(limit)].filter(
    ([, ms]) => Number(ms.replaceAll("_", "")) < shortestLimitMs,
  );
  return [
    ...found,
    ...short.map(
      ([, ms]) =>
        `${file}: a limit of ${ms} ms is a guess about the machine. Leave it out, or give it 20_000.`,
    ),
  ];
}
