import { authRequest } from "#lib/server/auth/actor";

/** A gate between the judging of a sign-in and the writing of its session, where a test holds it. */

type Gate = { isReached: Promise<void>; reach: () => void; isOpen: Promise<void>; open: () => void };
let gate: Gate | undefined;

/** Closes the gate for the next sign-in that is judged. */
export function closeGate(): Gate {
  const [isReached, reach] = signal();
  const [isOpen, open] = signal();
  gate = { isReached, reach, isOpen, open };
  return gate;
}

function signal(): [given: Promise<void>, give: () => void] {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
}

/** The same function, whose answer to a sign-in waits at the gate. */
export function held<Given extends unknown[], Result>(judge: (...given: Given) => Promise<Result>) {
  return async (...given: Given): Promise<Result> => {
    const result = await judge(...given);
    const closed = gate;
    if (closed === undefined || authRequest.getStore()?.judged === undefined) return result;
    gate = undefined;
    closed.reach();
    await closed.isOpen;
    return result;
  };
}
