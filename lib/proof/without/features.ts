import { waitForOne } from "#lib/testing/controls/wait-for-one";
import type { TestDashboard } from "#lib/testing/servers/dashboard";
import type { Parts } from "./take-out";

/** `live`: leaves in a ledger what the house must bear afterwards. */
type Feature = Parts & { live?: (dashboard: TestDashboard) => Promise<void> };

/** What each feature would take with it. Its tables stay: they hold what was decided, and the audit log covers them. */
export const features: Record<string, Feature> = {
  controls: {
    own: [
      ...["lib/features/controls", "app/(console)/approvals", "app/(console)/controls"],
      "app/(console)/bulk/batch-of-approval.tsx",
      ...["lib/operations/control-operations.ts", "lib/server/verbs/controls.ts"],
      ...["lib/testing/controls", "lib/bench/controls", "lib/proof/postgres-approval-races.proof.ts"],
      ...["lib/proof/crash/controls"],
      ...["lib/server/doctor/control-checks.ts", "lib/server/doctor/control-checks.test.ts"],
      "lib/server/verbs/batches-with-controls.test.ts",
      ...["lib/commands/controls-off.ts", "e2e/approvals.spec.ts", "e2e/approval-record.spec.ts"],
      ...[
        "e2e/payee-changes.spec.ts",
        "e2e/batches.spec.ts",
        "e2e/approvers-left.spec.ts",
        "e2e/own-factor-kept.spec.ts",
        "e2e/controls-alone.spec.ts",
        "e2e/support/steps/colleague.ts",
      ],
    ],
    live: waitForOne,
    paths: ["/approvals", "/controls", "/api/approvals", "/api/controls", "features/controls"],
  },
  bulk: {
    own: [
      ...["lib/features/bulk", "app/(console)/payees/import"],
      "lib/features/controls/server/verify-approvals.test.ts",
      "lib/features/controls/server/unusual-of-many.test.ts",
      "lib/features/controls/server/messages/batch-letter.test.ts",
      ...["lib/operations/bulk-operations.ts", "lib/server/verbs/bulk.ts", "lib/testing/bulk"],
      ...["lib/testing/ledger/hostile/hostile-batches.ts", "lib/bench/bulk"],
      ...["lib/operations/batch-operations.ts", "lib/server/verbs/batches.ts", "app/(console)/bulk"],
      ...["e2e/payee-import.spec.ts", "e2e/bulk.spec.ts", "e2e/batches.spec.ts"],
      "lib/proof/crash/bulk",
      ...["lib/proof/batch-races", "lib/proof/batch-races.proof.ts"],
      ...["lib/proof/batch-chaos", "lib/proof/batch-chaos.proof.ts"],
      ...["lib/server/doctor/bulk-checks.ts", "lib/server/doctor/bulk-checks.test.ts"],
      "lib/server/verbs/batches-with-controls.test.ts",
    ],
    paths: ["/payees/import", "/api/payees/import", "/bulk", "/api/batches", "features/bulk"],
  },
  books: {
    own: [
      ...["lib/features/books", "lib/testing/books", "lib/proof/books", "app/(console)/statements"],
      "lib/server/months/read-sums.ts",
      ...["lib/operations/book-operations.ts", "lib/server/verbs/books.ts", "e2e/statements.spec.ts"],
      ...["e2e/months.spec.ts", "lib/testing/ledger/hostile/hostile-months.ts"],
      ...["lib/testing/ledger/hostile/hostile-books.ts", "lib/proof/server-statement-mistakes.proof.ts"],
      ...["lib/proof/statement-races.proof.ts", "lib/proof/month-races.proof.ts", "lib/proof/crash/books"],
      ...["lib/proof/month-histories.proof.ts", "lib/bench/books"],
    ],
    paths: [
      ...["/statements", "/api/statements", "/api/own-accounts", "/api/received", "/api/months"],
      ...["/api/payees/\\[id\\]/own-account", "features/books", "lib/features/books"],
    ],
  },
  insight: {
    own: [
      ...["lib/features/insight", "app/(console)/insight", "lib/bench/insight"],
      ...["lib/operations/insight-operations.ts", "lib/server/verbs/insight.ts"],
      ...["lib/server/doctor/insight-checks.ts", "lib/commands/count-again.ts"],
      ...["lib/proof/follow-up-kills.proof.ts", "lib/proof/follow-up", "e2e/insight.spec.ts"],
    ],
    paths: ["/insight", "/api/insight", "features/insight"],
  },
  telling: {
    own: [
      ...["lib/features/telling", "lib/testing/telling", "lib/bench/telling", "app/(console)/webhooks"],
      ...["app/(console)/account/mail-card.tsx", "app/(console)/account/mail-part.tsx"],
      ...["lib/operations/telling-operations.ts", "lib/server/verbs/telling.ts"],
      ...["lib/server/doctor/mail-checks.ts", "lib/server/doctor/mail-checks.test.ts"],
      ...["lib/server/doctor/webhook-checks.ts", "lib/server/doctor/webhook-checks.test.ts"],
      ...["app/api/mail.test.ts", "app/api/webhooks.test.ts", "app/api/sizes.test.ts"],
      ...["app/api/transfers/[id]/advice/route.test.ts", "lib/server/advice/advice-at-once.test.ts"],
      ...["lib/server/follow-up/raise-attention.test.ts", "lib/server/chain/money-told.test.ts"],
      ...["lib/server/keep/postgres-move.test.ts", "lib/server/outgoing/parties.test.ts"],
      "lib/features/bulk/server/batches/batches-of-transfers.test.ts",
      "lib/features/bulk/server/batches/tell-needs.test.ts",
      "lib/features/controls/server/messages/batch-letter.test.ts",
      "lib/features/controls/server/messages/messages.test.ts",
      ...["lib/proof/webhook-kills.proof.ts", "lib/proof/neighbours.proof.ts", "lib/proof/neighbours"],
      ...["e2e/webhooks.spec.ts", "e2e/mail.spec.ts", "e2e/secrets.spec.ts"],
    ],
    paths: [
      ...["/webhooks", "/api/webhooks", "/api/deliveries", "/api/account/mail"],
      ...["features/telling", "lib/features/telling"],
    ],
  },
};
