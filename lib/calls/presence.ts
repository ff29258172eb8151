import { useSyncExternalStore } from "react";

/**
 * What our API's answers say of the person: whether they are signed out, and whether they must confirm who they are. A
 * person can ask to sign in again wherever they read that they are signed out.
 */

export type Question = {
  /** The person has a second factor. */
  needsCode: boolean;
  /** `true` when the server accepted the proof, `false` when the person went back. */
  settle: (isConfirmed: boolean) => void;
  settled: Promise<boolean>;
};
export type Presence = { isSignedOut: boolean; isSigningIn: boolean; question: Question | undefined };

const nothingKnown: Presence = { isSignedOut: false, isSigningIn: false, question: undefined };
const listeners = new Set<() => void>();
let presence = nothingKnown;

export function usePresence(): Presence {
  return useSyncExternalStore(
    listen,
    () => presence,
    () => nothingKnown,
  );
}

export function noteSignedOut(isSignedOut: boolean): void {
  if (presence.isSignedOut !== isSignedOut) change({ isSignedOut });
}

export function isSignedOutNow(): boolean {
  return presence.isSignedOut;
}

/** Opens the sign-in over whatever is open, or closes it. */
export function showSignIn(isSigningIn: boolean): void {
  if (presence.isSigningIn !== isSigningIn) change({ isSigningIn });
}

/**
 * Asks the person to confirm who they are; concurrent callers share the answer. False if they go back or no page can ask.
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
