import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { isWriting } from "#lib/browser/late-focus";
import { signInWithApp, signInWithRecovery } from "#lib/calls/sign-in-calls";
import { CodeInput, RecoveryCodeInput } from "#lib/contract/people";
import { detailOf, Problem } from "#lib/contract/problem";

type Props = {
  onDone: () => void;
  /** The sign-in has to start again with the password. */
  onOver: (message: string) => void;
};

export function CodeStep({ onDone, onOver }: Props) {
  const [isRecovery, setIsRecovery] = useState(false);
  const { register, handleSubmit, formState, getValues, reset, setFocus } = useForm<CodeInput>({
    resolver: zodResolver(isRecovery ? RecoveryCodeInput : CodeInput),
    defaultValues: { code: "" },
  });
  const mutation = useMutation({
    mutationFn: (code: string) => (isRecovery ? signInWithRecovery(code) : signInWithApp(code)),
  });
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <form
      noValidate
      method="post"
      className="space-y-4"
      onSubmit={handleSubmit(({ code }) => {
        mutation.mutate(code, {
          onSuccess: onDone,
          onError: (error) => {
            if (error instanceof Problem && error.extra.isOver === true) onOver(error.detail);
            // What was typed meanwhile stays.
            if (getValues("code") === code) reset();
            if (!isWriting()) setFocus("code");
          },
        });
      })}
    >
      {mutation.error !== null && (
        <Notice kind="fail" title="Not signed in" isLive>
          {detailOf(mutation.error)}
        </Notice>
      )}
      <Field
        label={isRecovery ? "Recovery code" : "Code"}
        hint={
          isRecovery
            ? "One of the codes that you saved when you set up the second factor. Each works once."
            : "The 6 digits that your authenticator app shows now."
        }
        error={formState.errors.code?.message}
      >
        {(wiring) => (
          <Input
            {...wiring}
            {...register("code")}
            inputMode={isRecovery ? "text" : "numeric"}
            autoComplete={isRecovery ? "off" : "one-time-code"}
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <BusyButton type="submit" variant="primary" className="w-full" isOff={mutation.isPending}>
        {mutation.isPending ? "Checking" : "Sign in"}
      </BusyButton>
      <Button
        variant="quiet"
        className="w-full"
        onClick={() => {
          setIsRecovery(!isRecovery);
          mutation.reset();
          reset();
          setFocus("code");
        }}
      >
        {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
      </Button>
    </form>
  );
}
