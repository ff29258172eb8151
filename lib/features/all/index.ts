import { books } from "#lib/features/books/server/feature";
import { bulk } from "#lib/features/bulk/server/batches/feature";
import { controls } from "#lib/features/controls/server/feature";
import { insight } from "#lib/features/insight/server/feature";
import { telling } from "#lib/features/telling/server/feature";
import { featureFigures } from "#lib/server/database/feature-figures";
import { type Taker, takers } from "#lib/server/follow-up/takers";
import { type AbsentJudge, absentJudges } from "#lib/server/ledger/resolution";
import { type TransferBatches, transferBatches } from "#lib/server/ledger/transfer-batches";
import { log } from "#lib/server/observe/log";
import { traitsOf } from "#lib/server/observe/log-failure";
import { type FeatureLetters, featureLetters } from "#lib/server/outbox/feature-letters";
import { type Messenger, messengers } from "#lib/server/outbox/messengers";
import { type PayeeGate, payeeGates } from "#lib/server/payees/payee-gates";
import { type ApproversLeft, approversLeft } from "#lib/server/people/approvers-left";
import { approvalNotes } from "#lib/server/search/export/approval-notes";
import { type Gate, gates, type SubjectOwner, subjectOwners } from "#lib/server/submission/gates";
import type { Db } from "#lib/server/tables/schema";
import { ledgerChecks } from "#lib/server/verify/ledger-checks";

/**
 * The one list of what each feature adds to the house. Whatever runs the house loads it first. A feature has a line here and in
 * each other list, so that `npm run prove -- without` can take it out. No page imports it: pages have copies of the modules of their
 * own, which would take the place of those that answer requests.
 */

type Feature = {
  name: string;
  gate?: Gate;
  payeeGate?: PayeeGate;
  /** Asked before somebody is disabled, lowered or loses a second factor. */
  approversLeft?: ApproversLeft;
  /** Asked before an unknown transfer is closed as never created. */
  absentJudge?: AbsentJudge;
  /** Of subjects that gates judge. */
  owner?: SubjectOwner;
  /** Which batches transfers are made from. */
  batches?: TransferBatches;
  letters?: FeatureLetters;
  /** Sends what waits in the outbox. */
  messenger?: Messenger;
  /** What the export of transfers says of approvals. */
  exportNotes?: ReturnType<typeof approvalNotes.all>[number];
  /** Of `/metrics`. */
  figures?: ReturnType<typeof featureFigures.all>[number];
  /** What `verify-ledger` compares of it. */
  check?: ReturnType<typeof ledgerChecks.all>[number];
  /** Which happenings it takes once they were told. */
  taker?: Taker;
  /** What it begins once the house has started. */
  start?: () => void;
  /** What it does every few seconds. */
  sweep?: (ledger: Db) => Promise<unknown>;
};

const features: Feature[] = [];
features.push(telling);
features.push(books);
features.push(bulk);
features.push(controls);
features.push(insight);

gates.fill(features.flatMap(({ gate }) => gate ?? []));
payeeGates.fill(features.flatMap(({ payeeGate }) => payeeGate ?? []));
approversLeft.fill(features.flatMap(({ approversLeft: asked }) => asked ?? []));
absentJudges.fill(features.flatMap(({ absentJudge }) => absentJudge ?? []));
subjectOwners.fill(features.flatMap(({ owner }) => owner ?? []));
transferBatches.fill(features.flatMap(({ batches }) => batches ?? []));
featureLetters.fill(features.flatMap(({ letters }) => letters ?? []));
messengers.fill(features.flatMap(({ messenger }) => messenger ?? []));
featureFigures.fill(features.flatMap(({ figures }) => figures ?? []));
ledgerChecks.fill(features.flatMap(({ check }) => check ?? []));
takers.fill(features.flatMap(({ taker }) => taker ?? []));
approvalNotes.fill(features.flatMap(({ exportNotes }) => exportNotes ?? []));

export function startFeatures(): void {
  for (const { start } of features) start?.();
}

export async function sweepFeatures(ledger: Db): Promise<void> {
  for (const { name, sweep } of features) {
    try {
      await sweep?.(ledger);
    } catch (error) {
      // One that can't must not hold up the others.
      log().error({ ...traitsOf(error), feature: name }, "a feature's work is not done: trying again");
    }
  }
}
