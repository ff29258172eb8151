import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { type UseFormRegister, useForm, useWatch } from "react-hook-form";
import { Field } from "#components/form/field";
import { FormActs } from "#components/form/form-acts";
import { Input, TextArea } from "#components/form/input";
import { Trouble } from "#components/notice/trouble";
import { useFieldFaults } from "#lib/browser/field-faults";
import { judgedBy } from "#lib/browser/judged-by";
import { act } from "#lib/calls/act";
import { type Letterhead, LetterheadInput, type LetterheadText } from "#lib/contract/letterhead/letterhead";
import { logoPath } from "#lib/contract/letterhead/logo-path";
import { LogoField, pictureOf } from "./logo-field";
import { Preview } from "./preview";

type Props = { letterhead: Letterhead; today: string; onClose: (saved?: Letterhead) => void };
type Errors = { [Name in keyof LetterheadText]?: { message?: string | undefined } | undefined };

const resolver = judgedBy(LetterheadInput, (values: LetterheadText) => values);

/** What it would look like is drawn beside it while somebody types. */
export function LetterheadForm({ letterhead, today, onClose }: Props) {
  const { register, handleSubmit, setError, setFocus, setValue, clearErrors, control, formState } =
    useForm<LetterheadText>({ defaultValues: startOf(letterhead), resolver });
  const { mutate, error, isPending } = useMutation(act("PUT /api/letterhead"));
  const { errors } = formState;
  const values = useWatch({ control }) as LetterheadText;
  useEffect(() => setFocus("name"), [setFocus]);
  const trouble = useFieldFaults(error, setError);
  const stored = letterhead.logo === null ? undefined : logoPath(letterhead.logo.hash);
  return (
    <form
      noValidate
      method="post"
      className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-2"
      onSubmit={handleSubmit((body) => mutate({ body }, { onSuccess: onClose }))}
    >
      <div className="min-w-0 space-y-4">
        {trouble !== null && <Trouble error={trouble} />}
        <TextFields register={register} errors={errors} />
        <LogoField
          hasLogo={values.logo !== null && (values.logo !== undefined || stored !== undefined)}
          error={errors.logo?.message}
          onLogo={(logo) => {
            clearErrors("logo");
            setValue("logo", logo);
          }}
          onFault={(message) => setError("logo", { message })}
        />
        <FormActs act="Save" actPending="Saving" isPending={isPending} onClose={() => onClose()} />
      </div>
      <Preview
        letterhead={readable(values)}
        logo={values.logo === undefined ? stored : pictureOf(values.logo)}
        date={today}
      />
    </form>
  );
}

function TextFields({ register, errors }: { register: UseFormRegister<LetterheadText>; errors: Errors }) {
  return (
    <>
      <Field
        label="Name"
        hint="The legal name. Without it, the name that the service has."
        error={errors.name?.message}
      >
        {(wiring) => <Input {...wiring} {...register("name")} autoComplete="organization" />}
      </Field>
      <Field label="Address" hint="Up to 6 lines." error={errors.address?.message}>
        {(wiring) => <TextArea {...wiring} {...register("address")} autoComplete="street-address" />}
      </Field>
      <Field label="RC number" hint="Such as RC 1184207." error={errors.rcNumber?.message}>
        {(wiring) => <Input {...wiring} {...register("rcNumber")} autoComplete="off" spellCheck={false} />}
      </Field>
      <Field label="VAT number" hint="Such as 01234567-0001." error={errors.vatNumber?.message}>
        {(wiring) => <Input {...wiring} {...register("vatNumber")} autoComplete="off" spellCheck={false} />}
      </Field>
    </>
  );
}

function startOf({ version, name, address, rcNumber, vatNumber }: Letterhead): LetterheadText {
  return {
    after: `${version}`,
    ...{ name: name ?? "", address: address ?? "", rcNumber: rcNumber ?? "", vatNumber: vatNumber ?? "" },
  };
}

/** As it would be kept; as it is typed while something is wrong with it. */
function readable(values: LetterheadText) {
  const { name, address, rcNumber, vatNumber } = values;
  return (
    LetterheadInput.safeParse(values).data ?? {
      ...{ name: name || null, address: address || null },
      ...{ rcNumber: rcNumber || null, vatNumber: vatNumber || null },
    }
  );
}
