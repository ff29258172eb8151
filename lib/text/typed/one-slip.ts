/** One letter too many, too few, wrong, or two swapped. Needs four letters on one side, to still tell words apart. */
export function isOneSlip(typed: string, own: string): boolean {
  if (typed === own) return true;
  if (typed.length < 3 || own.length < 4 || Math.abs(typed.length - own.length) > 1) return false;
  let start = 0;
  while (typed[start] !== undefined && typed[start] === own[start]) start += 1;
  const a = typed.slice(start);
  const b = own.slice(start);
  if (a.slice(1) === b || b.slice(1) === a || a.slice(1) === b.slice(1)) return true;
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
}

const letters = "abcdefghijklmnopqrstuvwxyz";
const [fewestLetters, mostLetters] = [4, 20];

/** Every word that is one slip away, some 500 for one of eight letters; none for a word that is too short, long, or of digits. */
export function slipsOf(word: string): string[] {
  if (word.length < fewestLetters || word.length > mostLetters || !/^\p{L}+$/u.test(word)) return [];
  const own = [...new Set([...letters, ...word])];
  const made = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of own) {
      made.add(before + letter + after);
      if (after !== "") made.add(before + letter + after.slice(1));
    }
    made.add(before + after.slice(1));
    made.add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2));
  }
  made.delete(word);
  return [...made].filter((slip) => isOneSlip(word, slip));
}
