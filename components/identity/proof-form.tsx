import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { CodeField } from "#components/form/code-field";
import { Field } from "#components/form/field";
import { FormActs } from "#components/form/form-acts";
import { PasswordInput } from "#components/form/password-input";
import { Notice } from "#components/notice/notice";
import { SignedOut } from "#components/notice/signed-out";
import { isWriting } from "#lib/browser/late-focus";
import { ConfirmInput } from "#lib/contract/people";
import { faultsOf, isSignedOut, Problem } from "#lib/contract/problem";

type Props = {
  /** The person has a second factor. */
  needsCode: boolean;
  act: string;
  actPending: string;
  /** Sends the proof. What it throws is shown here, and the fields keep their text. */
  onProof: (proof: ConfirmInput) => Promise<unknown>;
  onClose: () => void;
};

const resolver = zodResolver(ConfirmInput);

export function ProofForm({ needsCode, act, actPending, onProof, onClose }: Props) {
  const { register, handleSubmit, setError, setFocus, resetField, getValues, formState } =
    useForm<ConfirmInput>({
      defaultValues: { password: "", ...(needsCode && { code: "" }) },
      resolver,
    });
  const { errors } = formState;
  const mutation = useMutation({ mutationFn: onProof, gcTime: 0 });
  useEffect(() => setFocus("password"), [setFocus]);

  function send(proof: ConfirmInput) {
    mutation.mutate(proof, {
      onError: (error) => {
        for (const { path, message } of faultsOf(error)) {
          if (path !== "password" && path !== "code") continue;
          // A code works once, and a wrong password is no use; what was typed meanwhile stays.
          if (getValues(path) === proof[path]) resetField(path);
          setError(path, { message });
          if (!isWriting()) setFocus(path);
        }
      },
    });
  }

  return (
    <form
      noValidate
      method="post"
      className="space-y-4"
      onSubmit={(event) => {
        // React passes the event on through portals and dialogs to an outer form.
        event.stopPropagation();
        void handleSubmit(send)(event);
      }}
    >
      <ProofProblem error={mutation.error} />
      <Field label="Your password" error={errors.password?.message}>
        {(wiring) => <PasswordInput {...wiring} {...register("password")} autoComplete="current-password" />}
      </Field>
      {needsCode && <CodeField registration={register("code")} error={errors.code?.message} />}
      <FormActs act={act} actPending={actPending} isPending={mutation.isPending} onClose={onClose} />
    </form>
  );
}

/** A wrong field has its own message. */
function ProofProblem({ error }: { error: Error | null }) {
  if (error === null || faultsOf(error).length > 0) return null;
  if (isSignedOut(error)) return <SignedOut />;
  const [title, detail] =
    error instanceof Problem ? [error.title, error.detail] : ["Not done", error.message];
  return (
    <Notice kind="fail" title={title} isLive>
      {detail}
    </Notice>
  );
}
