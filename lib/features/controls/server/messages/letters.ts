import type { FeatureLetters } from "#lib/server/outbox/feature-letters";
import { hasControls } from "../presence";
import { requestLetter } from "./tell-approvers";
import { rulesLetter } from "./tell-rules";

/** The mail “Approvals”. */
export const controlsLetters: FeatureLetters = {
  kinds: ["approvals.asked", "approvals.own", "approvals.reminder", "approvals.rules"],
  always: ["approvals.own"],
  choice: "approvals",
  isOffered: hasControls,
  letterFor: (ledger, mail, person) =>
    mail.kind === "approvals.rules" ? rulesLetter(ledger, mail, person) : requestLetter(ledger, mail, person),
};
