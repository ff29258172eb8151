import { useSyncExternalStore } from "react";

/**
 * What the answers of our API say of the person at this browser: whether they are signed out, and whether they have to
 * prove to be there before something is done.
 */

/** The question whether it is still the person who signed in. */
export type Question = {
  /** The person has a second factor, so its code is asked for, too. */
  needsCode: boolean;
  /** Ends the question: `true` when the server has taken the proof, `false` when the person turned back. */
  settle: (isConfirmed: boolean) => void;
  settled: Promise<boolean>;
};
/** What is known of the person. */
export type Presence = { isSignedOut: boolean; question: Question | undefined };

const nothingKnown: Presence = { isSignedOut: false, question: undefined };
const listeners = new Set<() => void>();
let presence = nothingKnown;

/** What is known now; the component is drawn again when it changes. */
export function usePresence(): Presence {
  return useSyncExternalStore(
    listen,
    () => presence,
    () => nothingKnown,
  );
}

/** Notes what the newest answer said. */
export function noteSignedOut(isSignedOut: boolean): void {
  if (presence.isSignedOut !== isSignedOut) change({ isSignedOut });
}

/**
 * Asks the person to prove to be there. False when they turned back, or when no page is there to ask them. Who asks while
 * the question is open waits for the same answer.
 */
export function askToConfirm(needsCode: boolean): Promise<boolean> {
  if (presence.question !== undefined) return presence.question.settled;
  if (listeners.size === 0) return Promise.resolve(false);
  let answer: (isConfirmed: boolean) => void = () => undefined;
  const settled = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  const settle = (isConfirmed: boolean) => {
    if (presence.question?.settled === settled) change({ question: undefined });
    answer(isConfirmed);
  };
  change({ question: { needsCode, settle, settled } });
  return settled;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(part: Partial<Presence>): void {
  presence = { ...presence, ...part };
  for (const listener of listeners) listener();
}
