import { pathToFileURL } from "node:url";
import { root } from "./server-process";

/** What shifts the clock of a process. */
export const shifted = (shiftMs: number) => ({
  CLOCK_SHIFT_MS: `${shiftMs}`,
  NODE_OPTIONS: `--import=${pathToFileURL(`${root}/lib/testing/servers/shift-clock.mjs`).href}`,
});
