import { sweepControls } from "./expire";
import { readControlFigures } from "./figures";
import { controlsGate } from "./gate";
import { exportNotes } from "./messages/export-notes";
import { controlsLetters } from "./messages/letters";
import { payeeControls } from "./payees/payee-changes";
import { absentByAnother } from "./rules/absent-by-another";
import { namesStranded } from "./rules/approvers-left";
import { verifyApprovals } from "./verify-approvals";

/** What the house is given: see `lib/features/all/index.ts`. */
export const controls = {
  name: "controls",
  gate: controlsGate,
  payeeGate: payeeControls,
  approversLeft: namesStranded,
  absentJudge: absentByAnother,
  letters: controlsLetters,
  exportNotes,
  figures: readControlFigures,
  check: verifyApprovals,
  sweep: sweepControls,
} as const;
