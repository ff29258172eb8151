import { useEffect, useState } from "react";
import type { Resolver } from "react-hook-form";
import type { InputRules, TransferInput } from "#lib/contract/api";
import type { TransferForm } from "./transfer-form";

/** The schemas are large, so they load with the first touch of the form. */
type Checks = typeof import("./transfer-resolver");
let loaded: Checks | undefined;

async function loadChecks(): Promise<Checks> {
  loaded ??= await import("./transfer-resolver");
  return loaded;
}

/** A failure shows when they are used. */
export function preloadChecks(): void {
  void loadChecks().catch(() => undefined);
}

/** Without the checks nothing is accepted, and the form says why. */
export function lazyResolver(rules: InputRules): Resolver<TransferForm> {
  return async (values, context, options) => {
    const checks = await loadChecks().catch(() => undefined);
    if (checks !== undefined) return checks.transferResolver(rules)(values, context, options);
    const message = "Couldn’t load the form’s checks. Check your connection, then try again.";
    return { values: {}, errors: { amount: { type: "unavailable", message } } };
  };
}

/** `undefined` until the checks are loaded, which `isAsked` starts. */
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
