import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { type FieldValues, type Resolver, useForm } from "react-hook-form";
import type { core } from "zod/mini";
import { EmailField } from "#components/form/email-field";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { NewPasswordField } from "#components/form/new-password-field";
import { Notice } from "#components/notice/notice";
import { Button } from "#components/ui/button";
import { useIsAlive } from "#lib/browser/is-alive";
import { passwordFault } from "#lib/contract/password";
import type { LinkInput, SetupInput } from "#lib/contract/people";
import { detailOf, Problem } from "#lib/contract/problem";

type Fields = { name: string; email: string; password: string };
type Props = {
  schema: core.$ZodType<unknown, FieldValues>;
  /** `undefined` until the browser has read it. */
  token: string | undefined;
  send: (input: SetupInput & LinkInput) => Promise<unknown>;
  /** Known when the link says whose account it is. */
  email?: string | undefined;
  hasName?: boolean;
  act: string;
};

export function AccountForm({ schema, token, send, email, hasName = true, act }: Props) {
  const judge = zodResolver(schema) as unknown as Resolver<Fields>;
  const toInput = ({ name, email: typed, password }: Fields) => ({
    token: token ?? "",
    password,
    ...(hasName && { name }),
    ...(email === undefined && { email: typed }),
  });
  const { register, handleSubmit, setError, formState } = useForm<Fields>({
    defaultValues: { name: "", email: "", password: "" },
    resolver: async (values, context, options) => {
      const { errors } = await judge(toInput(values) as unknown as Fields, context, options);
      const known = [values.name, email ?? values.email];
      const fault = values.password === "" ? undefined : passwordFault(values.password.normalize(), known);
      const all = { ...errors, ...(fault !== undefined && { password: { type: "rule", message: fault } }) };
      return Object.keys(all).length === 0 ? { values, errors: {} } : { values: {}, errors: all };
    },
  });
  const mutation = useMutation({ mutationFn: send, networkMode: "always", retry: false });
  const isAlive = useIsAlive();
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
          onSuccess: () => window.location.assign("/login?done"),
          onError: (error) => {
            if (!(error instanceof Problem)) return;
            for (const { path, message } of error.errors)
              if (path === "name" || path === "email" || path === "password") setError(path, { message });
          },
        });
      })}
    >
      {isUnusable && (
        <Notice kind="fail" title="This link is incomplete" isLive>
          Open the whole link, including the part after the #.
        </Notice>
      )}
      {mutation.error !== null && (
        <Notice kind="fail" title="No account was made or changed" isLive>
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
        <input type="hidden" autoComplete="username" value={email} readOnly />
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
