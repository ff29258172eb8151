import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId } from "react";
import { useForm } from "react-hook-form";
import { Field } from "#components/form/field";
import { FieldError } from "#components/form/field-error";
import { FormActs } from "#components/form/form-acts";
import { Input } from "#components/form/input";
import { Trouble } from "#components/notice/trouble";
import { isWriting } from "#lib/browser/late-focus";
import { Problem } from "#lib/contract/problem";
import { chosenKinds } from "#lib/contract/webhooks/chosen-kinds";
import { EndpointInput } from "#lib/contract/webhooks/webhooks";
import { kindWords } from "#lib/words/webhooks/kind-words";

const resolver = zodResolver(EndpointInput);
const fields = ["name", "url", "kinds"] as const;

type Props = {
  start: EndpointInput;
  error: Error | null;
  isPending: boolean;
  act: string;
  actPending: string;
  onSend: (input: EndpointInput) => void;
  onClose: () => void;
};

/** Name, URL and kinds. Where the URL leads is judged by the server. */
export function EndpointForm(props: Props) {
  const { start, error, isPending, onSend, onClose } = props;
  const { register, handleSubmit, setError, setFocus, formState } = useForm<EndpointInput>({
    defaultValues: start,
    resolver,
  });
  const { errors } = formState;
  const kindsErrorId = useId();
  useEffect(() => setFocus("name"), [setFocus]);
  useEffect(() => {
    for (const { path, message } of error instanceof Problem ? error.errors : []) {
      const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
      if (field !== undefined) setError(field, { message }, { shouldFocus: !isWriting() });
    }
  }, [error, setError]);

  const isFieldFault = error instanceof Problem && error.errors.length > 0;
  const kindsFault = errors.kinds?.message;
  return (
    <form
      noValidate
      method="post"
      className="space-y-4"
      onSubmit={handleSubmit((input) => {
        if (!isPending) onSend(input);
      })}
    >
      {error !== null && !isFieldFault && <Trouble error={error} />}
      <Field label="Name" hint="What you call the system." error={errors.name?.message}>
        {(wiring) => <Input {...wiring} {...register("name")} autoComplete="off" />}
      </Field>
      <Field label="Address" hint="It starts with https://." error={errors.url?.message}>
        {(wiring) => (
          <Input
            {...wiring}
            {...register("url")}
            type="url"
            placeholder="https://"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <fieldset aria-describedby={kindsFault === undefined ? undefined : kindsErrorId}>
        <legend className="text-[0.8125rem]/5 font-semibold">Send a message when</legend>
        <div className="mt-1">
          {chosenKinds.map((kind) => (
            <label key={kind} className="flex min-h-8 gap-2 py-1 text-[0.8125rem]/5 pointer-coarse:min-h-11">
              <input type="checkbox" value={kind} {...register("kinds")} className="mt-0.5 shrink-0" />
              <span>
                <span className="font-medium">{kindWords[kind].name}</span>{" "}
                <span className="text-muted">{kindWords[kind].when}</span>
              </span>
            </label>
          ))}
        </div>
        {kindsFault !== undefined && <FieldError id={kindsErrorId}>{kindsFault}</FieldError>}
      </fieldset>
      <FormActs act={props.act} actPending={props.actPending} isPending={isPending} onClose={onClose} />
    </form>
  );
}
