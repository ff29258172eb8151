import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { core } from "zod/mini";
import { AccountEmail } from "#components/form/account-email";
import { EmailField } from "#components/form/email-field";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { NewPasswordField } from "#components/form/new-password-field";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { useIsAlive } from "#lib/browser/is-alive";
import { judgedBy } from "#lib/browser/judged-by";
import { isWriting } from "#lib/browser/late-focus";
import { passwordFault } from "#lib/contract/password";
import type { Entered, LinkInput, SetupInput } from "#lib/contract/people";
import { detailOf, faultsOf } from "#lib/contract/problem";
import { IncompleteLink } from "./incomplete-link";

/** What a link and a set-up send alike. */
type AccountInput = {
  token: string;
  password: string;
  name?: string | undefined;
  email?: string | undefined;
};
type Fields = { name: string; email: string; password: string };
type Props = {
  schema: core.$ZodType<unknown, AccountInput>;
  /** `undefined` until the browser has read it. */
  token: string | undefined;
  send: (input: SetupInput & LinkInput) => Promise<Entered>;
  /** Known when the link says whose account it is. */
  email?: string | undefined;
  hasName?: boolean;
  act: string;
};

/** A full load, so that nothing of another person stays. */
const nextPages: Record<Entered["next"], string> = {
  done: "/",
  second_factor: "/login?code",
  login: "/login?done",
};

export function AccountForm({ schema, token, send, email, hasName = true, act }: Props) {
  const toInput = ({ name, email: typed, password }: Fields) => ({
    token: token ?? "",
    password,
    ...(hasName && { name }),
    ...(email === undefined && { email: typed }),
  });
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Fields>({
    defaultValues: { name: "", email: "", password: "" },
    resolver: judgedBy(schema, toInput, ({ name, email: typed, password }) => ({
      password: passwordFault(password.normalize(), [name, email ?? typed]),
    })),
  });
  const mutation = useMutation({ mutationFn: send });
  const isAlive = useIsAlive();
  useEffect(() => {
    if (!isWriting()) setFocus(hasName ? "name" : "password");
  }, [setFocus, hasName]);
  const { errors } = formState;
  const isUnusable = token === "" || "token" in errors;
  return (
    <form
      noValidate
      method="post"
      className="space-y-4"
      onSubmit={handleSubmit((values) => {
        if (mutation.isPending || mutation.isSuccess) return;
        mutation.mutate(toInput(values) as SetupInput & LinkInput, {
          onSuccess: ({ next }) => window.location.assign(nextPages[next]),
          onError: (error) => {
            for (const { path, message } of faultsOf(error))
              if (path === "name" || path === "email" || path === "password") setError(path, { message });
          },
        });
      })}
    >
      {isUnusable && <IncompleteLink />}
      {mutation.error !== null && (
        <Notice kind="fail" title="No account was created or changed" isLive>
          {detailOf(mutation.error)}
        </Notice>
      )}
      {hasName && (
        <Field label="Name" error={errors.name?.message}>
          {(wiring) => <Input {...wiring} {...register("name")} autoComplete="name" />}
        </Field>
      )}
      {email === undefined ? (
        <EmailField registration={register("email")} error={errors.email?.message} />
      ) : (
        <AccountEmail email={email} />
      )}
      <NewPasswordField registration={register("password")} error={errors.password?.message} />
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        disabled={!isAlive}
        aria-disabled={mutation.isPending || undefined}
      >
        {mutation.isPending ? "One moment" : act}
      </Button>
    </form>
  );
}
