import type { NoteInput } from "#lib/contract/records";

type Kind = NoteInput["kind"];
type Words = { button: string; label: string; hint: string; isOptional: boolean; act: string; done: string };

/** The words of each thing that a person can record. */
export const recordWords: Record<Kind, Words> = {
  note: {
    button: "Add a note",
    label: "Note",
    hint: "Everybody who opens this transfer reads it. It cannot be taken back.",
    isOptional: false,
    act: "Add the note",
    done: "The note is in the timeline.",
  },
  matched: {
    button: "Matched with our bank statement",
    label: "What you saw",
    hint: "Such as the statement’s date and reference. Record this only when you have seen the payout there yourself.",
    isOptional: true,
    act: "Record the match",
    done: "Recorded as matched with the bank statement.",
  },
  unmatched: {
    button: "Undo the match",
    label: "Why it is no match",
    hint: "The match stays in the timeline, with this after it.",
    isOptional: false,
    act: "Undo the match",
    done: "The match is undone. Both stand in the timeline.",
  },
  handled: {
    button: "Dealt with",
    label: "What was done",
    hint: "Takes the transfer out of “Needs attention” until something new is reported.",
    isOptional: false,
    act: "Record as dealt with",
    done: "Recorded as dealt with.",
  },
};
