"use client";

import { BusyButton } from "#components/ui/busy-button";
import { useSandboxDrive } from "./use-sandbox-drive";

type Props = {
  id: string;
  /** The sandbox has a chain for the network, and the payer sends there; else the service just says that it came. */
  hasChain: boolean;
};

/** Plays the payer, so that nobody sends anything real. */
export function SimulateDeposit({ id, hasChain }: Props) {
  const { drive, isBusy, error } = useSandboxDrive(id);
  return (
    <span className="flex flex-1 flex-col">
      <BusyButton
        variant="primary"
        className="w-full px-3 whitespace-nowrap"
        isOff={isBusy}
        onClick={() => drive(hasChain ? "pay_all" : "deposit_received")}
      >
        Simulate the deposit
      </BusyButton>
      {error !== null && (
        <span role="alert" className="mt-1 text-xs text-fail">
          {error.message}
        </span>
      )}
    </span>
  );
}
