import type { NoteInput } from "#lib/contract/records";

type Kind = NoteInput["kind"];
type Words = { button: string; label: string; hint: string; isOptional: boolean; act: string; done: string };

export const recordWords: Record<Kind, Words> = {
  note: {
    button: "Add a note",
    label: "Note",
    hint: "Everyone who opens this transfer can read it. It can’t be removed.",
    isOptional: false,
    act: "Add the note",
    done: "The note is in the timeline.",
  },
  matched: {
    button: "Matched with our bank statement",
    label: "What you saw",
    hint: "Such as the statement’s date and reference. Record this only if you saw the payout there yourself.",
    isOptional: true,
    act: "Record the match",
    done: "Recorded as matched with the bank statement.",
  },
  unmatched: {
    button: "Undo the match",
    label: "Why it isn’t a match",
    hint: "The match stays in the timeline, followed by this.",
    isOptional: false,
    act: "Undo the match",
    done: "The match is undone. The timeline shows both.",
  },
  handled: {
    button: "Mark as resolved",
    label: "What was done",
    hint: "Takes the transfer out of “Needs attention” until something new is reported.",
    isOptional: false,
    act: "Record as resolved",
    done: "Marked as resolved.",
  },
};
