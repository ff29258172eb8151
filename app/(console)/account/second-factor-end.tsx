import { ProofForm } from "#components/identity/proof-form";
import { endSecondFactor } from "#lib/calls/account-calls";

type Props = { isRequired: boolean; onDone: () => void; onClose: () => void };

/** Turns the second factor off, with the password and a code. */
export function SecondFactorEnd({ isRequired, onDone, onClose }: Props) {
  return (
    <div className="space-y-4">
      <p>
        Your authenticator app and your recovery codes work no more.{" "}
        {isRequired
          ? "This dashboard asks everybody for a second factor: nothing else opens until you set up a new one."
          : "The password alone signs you in then."}
      </p>
      <ProofForm
        needsCode
        act="Turn off"
        actPending="Turning off"
        onProof={async (proof) => {
          await endSecondFactor(proof);
          onDone();
        }}
        onClose={onClose}
      />
    </div>
  );
}
