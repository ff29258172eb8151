import { ProofForm } from "#components/identity/proof-form";
import { call } from "#lib/calls/call";

type Props = { isRequired: boolean; onDone: () => void; onClose: () => void };

export function SecondFactorEnd({ isRequired, onDone, onClose }: Props) {
  return (
    <div className="space-y-4">
      <p>
        Your authenticator app and your recovery codes stop working.{" "}
        {isRequired
          ? "This dashboard requires a second factor: you can’t open anything else until you set up a new one."
          : "You then sign in with the password alone."}
      </p>
      <ProofForm
        needsCode
        act="Turn off"
        actPending="Turning off"
        onProof={async (proof) => {
          await call("POST /api/auth/two-factor/disable", { body: proof });
          onDone();
        }}
        onClose={onClose}
      />
    </div>
  );
}
