import type { Operation } from "#lib/contract/offramp";
import type { FaultName } from "./scenarios";

/** A fault that was asked for; `creates` says, for initiate, whether a transfer is made all the same. */
type AskedFault = { fault: FaultName; creates: boolean };

/** What the control surface changes while the sandbox runs. It is not stored: a start begins with its options. */
export type SandboxState = {
  businessStatus: string;
  rateShiftBasisPoints: number;
  /** The faults of the next answers, one each. */
  nextFaults: Record<Operation, AskedFault[]>;
};

export function startState(businessStatus: string): SandboxState {
  return {
    businessStatus,
    rateShiftBasisPoints: 0,
    nextFaults: { initiate: [], quote: [], business: [], banks: [] },
  };
}
