import { BusyButton } from "#components/ui/busy-button";
import type { BatchActs } from "./use-batch";

/** Takes the agreement back: rows can be corrected then, and somebody has to agree again. */
export function ReopenButton({ acts, words }: { acts: BatchActs; words: string }) {
  return (
    <BusyButton isOff={acts.isBusy} onClick={() => void acts.changeWhole({ isAgreed: false })}>
      {words}
    </BusyButton>
  );
}
