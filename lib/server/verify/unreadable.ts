/** Invariant: a stored value that makes no sense is a fault that is named. It never stops a verification. */

/** Returns what a computation gives; `undefined` where the stored values don't let it end. */
export function unlessUnreadable<Result>(compute: () => Result): Result | undefined {
  try {
    return compute();
  } catch (cause) {
    return ofValues(cause);
  }
}

/** As {@link unlessUnreadable}. A database that fails is no fault of the ledger, and still throws. */
export async function unlessUnreadableAsync<Result>(
  compute: () => Promise<Result>,
): Promise<Result | undefined> {
  return compute().catch(ofValues);
}

/** What a database or the machine refuses has a code. */
function ofValues(cause: unknown): undefined {
  const isOfValues = cause instanceof RangeError || (cause instanceof Error && !("code" in cause));
  if (!isOfValues) throw cause;
}
