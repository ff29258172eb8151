/** `A person` within a sentence: `a person`. */
export function inSentence(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
