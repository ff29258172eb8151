import type { Operation } from "#lib/contract/offramp";
import type { Risen } from "./odd-quotes";
import type { FaultName } from "./scenarios";

/** `creates`: for initiate, whether a transfer is created all the same. */
type AskedFault = { fault: FaultName; creates: boolean };

/** What the control surface changes. Not stored: a start begins with its options. */
export type SandboxState = {
  businessStatus: string;
  rateShiftBasisPoints: number;
  nextFaults: Record<Operation, AskedFault[]>;
  risen: Risen;
};

export function startState(businessStatus: string): SandboxState {
  return {
    businessStatus,
    rateShiftBasisPoints: 0,
    risen: new Map(),
    nextFaults: { initiate: [], quote: [], business: [], banks: [] },
  };
}
