import { constants, getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";

// On Linux a priority is a thread's own: this one gets a third of the others' share, below whatever the process has.
if (process.platform === "linux") {
  try {
    setPriority(Math.min(getPriority() + 5, constants.priority.PRIORITY_LOW));
  } catch {
    // A sandbox may refuse it: then the thread takes its full share.
  }
}

/** Estimates how many guesses a password outlasts, as a power of ten, in a thread of its own. */
const estimate = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});
parentPort?.on("message", ({ password, known }) => {
  parentPort?.postMessage(estimate.check(password, known).guessesLog10);
});
