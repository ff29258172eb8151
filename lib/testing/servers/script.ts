import { join } from "node:path";
import { root } from "./server-process";

/**
 * What node takes to run a script of ours, such as `lib/commands/doctor.ts`: bundled where the tests have bundled it, and
 * from its sources otherwise, such as those of a copy of the tree.
 */
export function scriptArgs(script: string, tree = root): string[] {
  const bundle = process.env.TEST_BUNDLE;
  if (bundle !== undefined && tree === root) return [join(bundle, script.replace(/\.ts$/, ".mjs"))];
  return ["--conditions=react-server", "--import", "tsx", join(tree, script)];
}
