import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { CodeField } from "#components/form/code-field";
import { FormActs } from "#components/form/form-acts";
import { ProofForm } from "#components/identity/proof-form";
import { Notice } from "#components/notice/notice";
import { QrCode } from "#components/transfer/qr-code";
import { CopyButton } from "#components/ui/copy-button";
import { useFieldFaults } from "#lib/browser/field-faults";
import { focusLate } from "#lib/browser/late-focus";
import { act } from "#lib/calls/act";
import { call } from "#lib/calls/call";
import { CodeInput, type NewSecondFactor } from "#lib/contract/people";
import { RecoveryCodes } from "./recovery-codes";

type Props = { onDone: () => void; onClose: () => void };

/** First the password, then the app and the recovery codes, then the first code. */
export function SecondFactorSetup({ onDone, onClose }: Props) {
  const [factor, setFactor] = useState<NewSecondFactor>();
  if (factor !== undefined) return <Steps factor={factor} onDone={onDone} onClose={onClose} />;
  return (
    <ProofForm
      needsCode={false}
      act="Continue"
      actPending="Checking"
      onProof={async ({ password }) =>
        setFactor((await call("POST /api/auth/two-factor/enable", { body: { password } })).body)
      }
      onClose={onClose}
    />
  );
}

const resolver = zodResolver(CodeInput);

function Steps({ factor, onDone, onClose }: Props & { factor: NewSecondFactor }) {
  const { register, handleSubmit, setError, formState } = useForm<CodeInput>({
    defaultValues: { code: "" },
    resolver,
  });
  const { mutate, error, isPending } = useMutation(act("POST /api/auth/two-factor/verify-totp"));
  const trouble = useFieldFaults(error, setError);
  const start = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusLate(start.current), []);
  const secret = secretOf(factor.uri);
  return (
    <form
      noValidate
      method="post"
      className="space-y-6"
      onSubmit={handleSubmit((body) => mutate({ body }, { onSuccess: onDone }))}
    >
      <section className="space-y-3">
        <h3 ref={start} tabIndex={-1} className="outline-none">
          1. Add this dashboard to your authenticator app
        </h3>
        <p className="text-muted">Scan the code with the app, or type the secret into it by hand.</p>
        <QrCode text={factor.uri} title="QR code of the secret for your authenticator app" />
        <p className="font-mono text-[0.8125rem]/5 select-all wrap-anywhere">{secret}</p>
        <CopyButton text={secret} size="small">
          Copy the secret
        </CopyButton>
      </section>
      <section className="space-y-3">
        <h3>2. Keep the recovery codes</h3>
        <RecoveryCodes codes={factor.recoveryCodes} />
      </section>
      <section className="space-y-3">
        <h3>3. Enter the first code</h3>
        {trouble !== null && (
          <Notice kind="fail" title="The second factor is not on yet" isLive>
            {trouble.message}
          </Notice>
        )}
        <CodeField registration={register("code")} error={formState.errors.code?.message} />
        <FormActs
          act="Turn the second factor on"
          actPending="Checking"
          isPending={isPending}
          onClose={onClose}
        />
      </section>
    </form>
  );
}

/** Returns the secret of an `otpauth:` URI in groups of four, or "" when it has none. */
function secretOf(uri: string): string {
  const secret = URL.canParse(uri) ? new URL(uri).searchParams.get("secret") : null;
  return secret?.match(/.{1,4}/g)?.join(" ") ?? "";
}
