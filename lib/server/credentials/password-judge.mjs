import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";

// On Linux a priority is a thread's own: this one has a third of what the others may take.
if (process.platform === "linux") setPriority(5);

/** A thread of its own: estimates how many guesses each password that it is given outlasts, as a power of ten. */
const estimate = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});
parentPort?.on("message", ({ password, known }) => {
  parentPort?.postMessage(estimate.check(password, known).guessesLog10);
});
