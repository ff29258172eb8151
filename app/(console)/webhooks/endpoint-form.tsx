import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId } from "react";
import { type UseFormRegisterReturn, useForm, useWatch } from "react-hook-form";
import { Field } from "#components/form/field";
import { FieldError } from "#components/form/field-error";
import { FormActs } from "#components/form/form-acts";
import { Input } from "#components/form/input";
import { Trouble } from "#components/notice/trouble";
import { useFieldFaults } from "#lib/browser/field-faults";
import { endpointForms } from "#lib/contract/outbox/endpoint-forms";
import { chosenKinds } from "#lib/contract/outbox/event-kinds";
import { addressHint } from "#lib/features/telling/form-hints";
import { EndpointInput, HiddenUrlInput } from "#lib/features/telling/webhooks";
import { formWords } from "#lib/words/outbox/form-words";
import { kindWords } from "#lib/words/outbox/kind-words";

const resolver = zodResolver(EndpointInput);
const hiddenUrlResolver = zodResolver(HiddenUrlInput);

type Props = {
  start: EndpointInput;
  /** Of an endpoint whose URL is its secret: what may be shown of it. */
  hiddenUrl?: string | undefined;
  error: Error | null;
  isPending: boolean;
  /** Its form can be chosen then, and never again. */
  isNew?: boolean;
  act: string;
  actPending: string;
  onSend: (input: EndpointInput) => void;
  onClose: () => void;
};

/** Name, form, URL and kinds. Where the URL leads is judged by the server. */
export function EndpointForm(props: Props) {
  const { start, hiddenUrl, error, isPending, isNew, onSend, onClose } = props;
  const { register, handleSubmit, setError, setFocus, control, formState } = useForm<EndpointInput>({
    defaultValues: start,
    resolver: hiddenUrl === undefined ? resolver : hiddenUrlResolver,
  });
  const form = useWatch({ control, name: "form" }) ?? "standard";
  const { errors } = formState;
  const kindsErrorId = useId();
  useEffect(() => setFocus("name"), [setFocus]);
  const trouble = useFieldFaults(error, setError);
  const kindsFault = errors.kinds?.message;
  return (
    <form noValidate method="post" className="space-y-4" onSubmit={handleSubmit(onSend)}>
      {trouble !== null && <Trouble error={trouble} />}
      <Field label="Name" hint="What you call the receiver." error={errors.name?.message}>
        {(wiring) => <Input {...wiring} {...register("name")} autoComplete="off" />}
      </Field>
      {isNew && <FormChoice field={register("form")} />}
      <Field label="Address" hint={addressHint(form, hiddenUrl)} error={errors.url?.message}>
        {(wiring) => (
          <Input
            {...wiring}
            {...register("url")}
            type="url"
            placeholder={hiddenUrl ?? "https://"}
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

type ChoiceProps = { field: UseFormRegisterReturn };

/** Of a new endpoint. */
function FormChoice({ field }: ChoiceProps) {
  return (
    <fieldset aria-describedby="form-for-good">
      <legend className="text-[0.8125rem]/5 font-semibold">What it gets</legend>
      <div className="mt-1">
        {endpointForms.map((form) => (
          <label key={form} className="flex min-h-8 gap-2 py-1 text-[0.8125rem]/5 pointer-coarse:min-h-11">
            <input type="radio" value={form} {...field} className="mt-0.5 shrink-0" />
            <span>
              <span className="font-medium">{formWords[form].name}</span>{" "}
              <span className="text-muted">{formWords[form].hint}</span>
            </span>
          </label>
        ))}
      </div>
      <p id="form-for-good" className="text-[0.8125rem]/5 text-muted">
        You can’t change this later: messages that wait are already written in it.
      </p>
    </fieldset>
  );
}
