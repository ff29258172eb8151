import { useEffect, useRef, useState } from "react";
import { ProofForm } from "#components/identity/proof-form";
import { Button } from "#components/ui/button";
import { focusLate } from "#lib/browser/late-focus";
import { call } from "#lib/calls/call";
import { RecoveryCodes } from "./recovery-codes";

export function NewCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const start = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (codes !== undefined) focusLate(start.current);
  }, [codes]);
  if (codes === undefined) {
    return (
      <div className="space-y-4">
        <p>Your current recovery codes stop working once the new ones are created.</p>
        <ProofForm
          needsCode
          act="Create new recovery codes"
          actPending="Creating the codes"
          onProof={async (proof) => {
            const { body } = await call("POST /api/auth/two-factor/generate-backup-codes", { body: proof });
            setCodes(body.recoveryCodes);
          }}
          onClose={onClose}
        />
      </div>
    );
  }
  return (
    <div className="space-y-3">
      <h3 ref={start} tabIndex={-1} className="outline-none">
        Your new recovery codes
      </h3>
      <RecoveryCodes codes={codes} />
      <Button onClick={onClose}>Done</Button>
    </div>
  );
}
