import { ProofForm } from "#components/proof-form";
import { Dialog } from "#components/ui/dialog";
import { confirmPresence } from "#lib/account-calls";
import type { Question } from "#lib/presence";

/** Asks for the password, and the code where there is a second factor, before something that cannot be taken back. */
export function ConfirmPresence({ question }: { question: Question }) {
  const turnBack = () => question.settle(false);
  return (
    <Dialog title="Confirm that it is you" onClose={turnBack}>
      <p>You signed in a while ago. Nothing was done yet.</p>
      <ProofForm
        needsCode={question.needsCode}
        act="Confirm and go on"
        actPending="Checking"
        onProof={async (proof) => {
          await confirmPresence(proof);
          question.settle(true);
        }}
        onClose={turnBack}
      />
    </Dialog>
  );
}
