import { useEffect, useState } from "react";
import type { InputRules, TransferInput } from "#lib/contract/api";
import type { TransferFaults, TransferForm } from "./transfer-form";

/**
 * The schemas weigh more than the fields, so they come with the first touch of the form and stay for as long as the tab
 * is open.
 */
type Checks = typeof import("./transfer-checks");
let loaded: Checks | undefined;

async function loadChecks(): Promise<Checks> {
  loaded ??= await import("./transfer-checks");
  return loaded;
}

/** Loads them ahead of their first use; a failure shows when they are used. */
export function preloadChecks(): void {
  void loadChecks().catch(() => undefined);
}

/**
 * What is wrong with the fields, read as soon as the checks are there. Without the checks nothing is accepted, and the
 * form says why.
 */
export async function findFaults(read: () => TransferForm, rules: InputRules): Promise<TransferFaults> {
  const checks = await loadChecks().catch(() => undefined);
  if (checks !== undefined) return checks.faultsOf(read(), rules);
  return { amount: "The form’s checks could not be loaded. Check your connection, then try again." };
}

/** Whether our API would take the input; `undefined` until the checks, which are loaded when `isAsked`, can tell. */
export function useAcceptance(
  isAsked: boolean,
  input: TransferInput,
  rules: InputRules,
): boolean | undefined {
  const [, redraw] = useState<Checks>();
  useEffect(() => {
    if (isAsked && loaded === undefined) void loadChecks().then(redraw, () => undefined);
  }, [isAsked]);
  return isAsked ? loaded?.isAccepted(input, rules) : undefined;
}
