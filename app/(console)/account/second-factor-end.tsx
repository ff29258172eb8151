import { useState } from "react";
import { ProofForm } from "#components/identity/proof-form";
import { call } from "#lib/calls/call";
import { Problem } from "#lib/contract/problem";

type Props = { isRequired: boolean; onDone: () => void; onClose: () => void };

export function SecondFactorEnd({ isRequired, onDone, onClose }: Props) {
  /** It was said that nobody could approve then: the next press says that it was read. */
  const [isAsked, setIsAsked] = useState(false);
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
        act={isAsked ? "Turn off all the same" : "Turn off"}
        actPending="Turning off"
        onProof={async (proof) => {
          const body = isAsked ? { ...proof, confirmNobodyApproves: true as const } : proof;
          try {
            await call("POST /api/auth/two-factor/disable", { body });
          } catch (fault) {
            setIsAsked(fault instanceof Problem && fault.code === "nobody_approves");
            throw fault;
          }
          onDone();
        }}
        onClose={onClose}
      />
    </div>
  );
}
