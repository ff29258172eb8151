/** What a program copies along and nobody sees: marks of direction, joiners and blanks of no width. */
const unseen = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0e|\ufe0f/g;

/** A text that was pasted, without what nobody sees, and without blanks at its ends. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, "").trim();
}
