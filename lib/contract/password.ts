/** OWASP ASVS 5.0, 6.2: long, of any characters, and not one that is guessed first. */

export const passwordLength = { least: 15, most: 128 } as const;

const leastDistinct = 6;
/** The longest part of a password that may come from what is known of its owner or this product. */
const leastOwn = 10;
/** The words of this product, and those that everybody tries. */
export const productWords = [
  "offramp",
  "dashboard",
  "password",
  "passwort",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "administrator",
];
const runs = ["01234567890123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm"];

/** Returns the sentence for an unusable password, or `undefined`. `known`: words that others know of its owner. */
export function passwordFault(password: string, known: readonly string[] = []): string | undefined {
  const length = [...password].length;
  if (length < passwordLength.least)
    return `Use at least ${passwordLength.least} characters. Several words in a row are good.`;
  if (length > passwordLength.most) return `Use at most ${passwordLength.most} characters.`;
  const plain = password.toLowerCase();
  if (new Set(plain).size < leastDistinct || isRepeated(plain))
    return "This is repetitive and easy to guess. Use several words in a row.";
  const own = [...productWords, ...known.flatMap(wordsOf)].reduce(
    (rest, word) => rest.replaceAll(word, ""),
    plain,
  );
  if (withoutRuns(own).length < leastOwn)
    return "This is mostly a common password or a row of keys. Use several other words in a row.";
  return undefined;
}

function isRepeated(text: string): boolean {
  return `${text}${text}`.indexOf(text, 1) < text.length;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 4);
}

/** Removes runs of four or more neighbours on the keyboard or in the alphabet, in both directions. */
function withoutRuns(text: string): string {
  const both = runs.flatMap((run) => [run, [...run].reverse().join("")]);
  let rest = "";
  for (let at = 0; at < text.length; ) {
    const run = longestRun(text.slice(at), both);
    if (run < 4) rest += text[at];
    at += run < 4 ? 1 : run;
  }
  return rest;
}

function longestRun(text: string, known: readonly string[]): number {
  let length = 1;
  while (length < text.length && known.some((run) => run.includes(text.slice(0, length + 1)))) length += 1;
  return length;
}
