import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { AccountEmail } from "#components/form/account-email";
import { EmailField } from "#components/form/email-field";
import { Field } from "#components/form/field";
import { PasswordInput } from "#components/form/password-input";
import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import { useIsAlive } from "#lib/browser/is-alive";
import { isWriting } from "#lib/browser/late-focus";
import { signIn } from "#lib/calls/sign-in-calls";
import type { SignedIn } from "#lib/contract/people";
import { SignInInput } from "#lib/contract/people";
import { detailOf } from "#lib/contract/problem";

type Props = {
  /** Why an earlier attempt ended, such as a second factor that came too late. */
  fault: string | undefined;
  email: string | undefined;
  isSamePerson: boolean;
  onDone: (result: SignedIn) => void;
};

/** The names let a password manager fill the fields. */
export function PasswordStep({ fault, email, isSamePerson, onDone }: Props) {
  const { register, handleSubmit, setFocus, formState } = useForm<SignInInput>({
    resolver: zodResolver(SignInInput),
    defaultValues: { email: email ?? "", password: "" },
  });
  const mutation = useMutation({ mutationFn: signIn });
  const isAlive = useIsAlive();
  // Where there is nothing to enter before it, the next key is the password's.
  useEffect(() => {
    if (!isWriting()) setFocus(email === undefined ? "email" : "password");
  }, [setFocus, email]);
  const trouble = mutation.error === null ? fault : detailOf(mutation.error);
  return (
    <form
      noValidate
      method="post"
      className="space-y-4"
      onSubmit={handleSubmit((input) => {
        mutation.mutate(input, { onSuccess: onDone });
      })}
    >
      {trouble !== undefined && (
        <Notice kind="fail" title="Not signed in" isLive>
          {trouble}
        </Notice>
      )}
      {isSamePerson && email !== undefined ? (
        <AccountEmail email={email} />
      ) : (
        <EmailField registration={register("email")} error={formState.errors.email?.message} />
      )}
      <Field label="Password" error={formState.errors.password?.message}>
        {(wiring) => <PasswordInput {...wiring} {...register("password")} autoComplete="current-password" />}
      </Field>
      <BusyButton
        type="submit"
        variant="primary"
        className="w-full"
        disabled={!isAlive}
        isOff={mutation.isPending}
      >
        {mutation.isPending ? "Signing in" : "Sign in"}
      </BusyButton>
    </form>
  );
}
