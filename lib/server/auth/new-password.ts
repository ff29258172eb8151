import "server-only";
import { passwordFault } from "#lib/password";

/**
 * Invariant: nobody gets a password that is guessed early. What is put together of leaked passwords, common words, names,
 * dates and rows of keys is refused, however long it is.
 */

/** How many guesses a password has to outlast, as a power of ten: every one of the 3,000 commonest long ones falls short. */
export const leastGuessesLog10 = 12;
/** The estimate's time grows faster than the text; a text whose beginning outlasts the guesses does so as a whole. */
const mostEstimated = 40;

/**
 * What is wrong with a new password, as a sentence for its field; `undefined` when it can be used. `known` are words that
 * others know of its owner. It takes up to a second of the processor: ask it only for somebody who may set a password.
 */
export async function newPasswordFault(
  password: string,
  known: readonly string[],
): Promise<string | undefined> {
  const fault = passwordFault(password, known);
  if (fault !== undefined) return fault;
  const estimate = await loadEstimate();
  const beginning = [...password].slice(0, mostEstimated).join("");
  const { guessesLog10 } = estimate.check(beginning, [...known]);
  return guessesLog10 < leastGuessesLog10
    ? "This is one of the passwords that are tried first, or is made of them. Use more words, in a row that is only yours."
    : undefined;
}

/** Its tables take 15 MB and a moment to make: a server needs them a few times in its life, and keeps none. */
async function loadEstimate() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
}
