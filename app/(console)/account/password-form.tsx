import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { AccountEmail } from "#components/form/account-email";
import { Field } from "#components/form/field";
import { FormActs } from "#components/form/form-acts";
import { NewPasswordField } from "#components/form/new-password-field";
import { PasswordInput } from "#components/form/password-input";
import { Notice } from "#components/notice/notice";
import { judgedBy } from "#lib/browser/judged-by";
import { isWriting } from "#lib/browser/late-focus";
import { act } from "#lib/calls/act";
import { ask } from "#lib/calls/ask";
import { passwordFault } from "#lib/contract/password";
import { NewPasswordInput } from "#lib/contract/people";
import { faultsOf, Problem } from "#lib/contract/problem";

type Props = { name: string; email: string; onDone: () => void; onClose: () => void };

export function PasswordForm({ name, email, onDone, onClose }: Props) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, setFocus, formState } = useForm<NewPasswordInput>({
    defaultValues: { currentPassword: "", newPassword: "" },
    resolver: judgedBy(
      NewPasswordInput,
      (values: NewPasswordInput) => values,
      ({ newPassword }) => ({ newPassword: passwordFault(newPassword.normalize(), [name, email]) }),
    ),
  });
  const mutation = useMutation({ ...act("POST /api/auth/change-password"), gcTime: 0 });
  const { errors } = formState;
  useEffect(() => setFocus("currentPassword"), [setFocus]);

  function send(input: NewPasswordInput) {
    mutation.mutate(
      { body: input },
      {
        onSuccess: () => {
          void client.invalidateQueries(ask("GET /api/auth/list-sessions"));
          onDone();
        },
        onError: (error) => {
          for (const { path, message } of faultsOf(error))
            setError(
              path === "newPassword" ? path : "currentPassword",
              { message },
              { shouldFocus: !isWriting() },
            );
        },
      },
    );
  }

  return (
    <form noValidate method="post" className="space-y-4" onSubmit={handleSubmit(send)}>
      <PasswordProblem error={mutation.error} />
      <AccountEmail email={email} />
      <Field label="Current password" error={errors.currentPassword?.message}>
        {(wiring) => (
          <PasswordInput {...wiring} {...register("currentPassword")} autoComplete="current-password" />
        )}
      </Field>
      <NewPasswordField registration={register("newPassword")} error={errors.newPassword?.message} />
      <FormActs
        act="Change the password"
        actPending="Changing"
        isPending={mutation.isPending}
        onClose={onClose}
      />
    </form>
  );
}

/** A wrong field has its own message. */
function PasswordProblem({ error }: { error: Error | null }) {
  if (error === null || faultsOf(error).length > 0) return null;
  const isKnown = error instanceof Problem && error.cause === undefined && error.code !== "internal";
  return (
    <Notice
      kind={isKnown ? "fail" : "warn"}
      title={isKnown ? "The password was not changed" : "We don’t know whether the password was changed"}
      isLive
    >
      {isKnown ? error.detail : error.message}
    </Notice>
  );
}
