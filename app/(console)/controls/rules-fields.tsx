import { useEffect, useRef } from "react";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import { Field, type FieldWiring } from "#components/form/field";
import { Input, Select } from "#components/form/input";
import { AmountField } from "#components/quote/amount-field";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Plus } from "#components/ui/icon";
import { payouts } from "#lib/contract/payouts";
import { controlId, mostTiers, newTier, type RulesValues, type TierValues } from "./rules-values";

type Props = { form: UseFormReturn<RulesValues> };

const [{ currency }] = payouts;

/** From an amount on, somebody else approves. */
export function TierFields({ form }: Props) {
  const tiers = form.watch("tiers");
  const add = useRef<HTMLButtonElement>(null);
  const shown = useRef(tiers.length);
  // The focus goes to the new rule; where one has gone, its button has too.
  useEffect(() => {
    if (tiers.length > shown.current)
      document.getElementById(controlId(`tiers.${tiers.length - 1}.fromNaira`))?.focus();
    if (tiers.length < shown.current) add.current?.focus();
    shown.current = tiers.length;
  }, [tiers.length]);
  const set = (next: TierValues[]) => {
    form.clearErrors("tiers");
    form.setValue("tiers", next);
  };
  return (
    <Card title="Approval by amount">
      <p className="text-[0.8125rem]/5 text-muted">
        Counts all that goes to one account within 24 hours, so splitting a payout changes nothing.
      </p>
      {tiers.map((tier, at) => (
        <fieldset key={tier.key} className="mt-4 rounded-lg border border-line p-4">
          <legend className="px-1 text-[0.8125rem]/5 font-semibold">Rule {at + 1}</legend>
          <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_6rem_12rem]">
            <NairaField form={form} name={`tiers.${at}.fromNaira`} label="From" />
            <Choice form={form} name={`tiers.${at}.approvals`} label="Approvals">
              {[
                ["1", "1"],
                ["2", "2"],
              ]}
            </Choice>
            <Choice form={form} name={`tiers.${at}.by`} label="By">
              {[
                ["finance", "Finance or admin"],
                ["admin", "Admin"],
              ]}
            </Choice>
          </div>
          <Button
            size="small"
            className="mt-3"
            onClick={() => set(tiers.filter(({ key }) => key !== tier.key))}
          >
            Remove<span className="sr-only"> rule {at + 1}</span>
          </Button>
        </fieldset>
      ))}
      {tiers.length < mostTiers && (
        <Button ref={add} size="small" className="mt-4" onClick={() => set([...tiers, newTier(tiers)])}>
          <Plus className="size-4" />
          {tiers.length === 0 ? "Add a rule by amount" : "Add another"}
        </Button>
      )}
    </Card>
  );
}

/** An account that nobody has paid yet, or that changed. */
export function NewAccountFields({ form: { register, watch, formState } }: Props) {
  return (
    <Card title="New accounts">
      <label className="flex min-h-8 items-start gap-2.5 pointer-coarse:min-h-11">
        <input type="checkbox" {...register("newAccount.isOn")} className="mt-0.5 shrink-0" />
        <span>
          A first transfer to an account waits for 1 approval
          <span className="block text-[0.8125rem]/5 text-muted">
            The approver types the last four digits of the account.
          </span>
        </span>
      </label>
      {watch("newAccount.isOn") && (
        <Field
          label="Hours after a payee’s account was saved or changed"
          hint="Transfers to it wait for as long. 0 to 720."
          id={controlId("newAccount.coolOffHours")}
          error={formState.errors.newAccount?.coolOffHours?.message}
          className="mt-3"
        >
          {(wiring) => (
            <Input
              {...wiring}
              {...register("newAccount.coolOffHours")}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              className="max-w-32"
            />
          )}
        </Field>
      )}
    </Card>
  );
}

/** The accounts and names of saved payees. */
export function PayeeFields({ form }: Props) {
  const { register, watch, formState } = form;
  return (
    <Card title="Payees">
      <label className="flex min-h-8 items-start gap-2.5 pointer-coarse:min-h-11">
        <input type="checkbox" {...register("payeeChange")} className="mt-0.5 shrink-0" />
        <span>
          A changed account of a saved payee waits for 1 approval
          <span className="block text-[0.8125rem]/5 text-muted">
            Until then the account before is paid. A new payee whose name is known with another account waits
            too.
          </span>
        </span>
      </label>
      <label className="mt-2 flex min-h-8 items-start gap-2.5 pointer-coarse:min-h-11">
        <input type="checkbox" {...register("nameConfirmed.isOn")} className="mt-0.5 shrink-0" />
        <span>
          Above an amount, somebody must have confirmed the payee’s name
          <span className="block text-[0.8125rem]/5 text-muted">
            By their bank’s app, a call or a document. Without it nothing is created.
          </span>
        </span>
      </label>
      {watch("nameConfirmed.isOn") && (
        <div className="mt-3 grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <NairaField form={form} name="nameConfirmed.fromNaira" label="From" />
          <Field
            label="At most so many months ago"
            id={controlId("nameConfirmed.months")}
            error={formState.errors.nameConfirmed?.months?.message}
          >
            {(wiring) => (
              <Input
                {...wiring}
                {...register("nameConfirmed.months")}
                inputMode="numeric"
                autoComplete="off"
                maxLength={3}
              />
            )}
          </Field>
        </div>
      )}
    </Card>
  );
}

const limits = [
  { name: "transferNaira", label: "One transfer", hint: "More can’t be created." },
  { name: "personDayNaira", label: "One person’s day", hint: "More waits for an admin." },
  { name: "businessDayNaira", label: "The business’s day", hint: "More can’t be created that day." },
] as const;

export function LimitFields({ form }: Props) {
  return (
    <Card title="Limits">
      <p className="text-[0.8125rem]/5 text-muted">Leave one empty for no limit.</p>
      <div className="mt-4 grid items-start gap-4 sm:grid-cols-3">
        {limits.map(({ name, label, hint }) => (
          <div key={name}>
            <NairaField form={form} name={name} label={label} />
            <p className="mt-1 text-xs/4 text-muted">{hint}</p>
          </div>
        ))}
      </div>
    </Card>
  );
}

type Named<Ending extends string> = Props & {
  name: Extract<FieldPath<RulesValues>, `${string}${Ending}`>;
  label: string;
};

/** The amount's field is made for one on a page: here it is one of several. */
const amongOthers =
  "[&_input]:min-h-10! [&_input]:px-3! [&_input]:text-sm! [&_input]:font-normal! [&_input]:tracking-normal! pointer-coarse:[&_input]:min-h-11! pointer-coarse:[&_input]:text-base!";

function NairaField({ form, name, label }: Named<"Naira">) {
  return (
    <div className={amongOthers}>
      <AmountField
        id={controlId(name)}
        label={label}
        text={form.watch(name)}
        onText={(text) => form.setValue(name, text, { shouldValidate: form.formState.isSubmitted })}
        symbol={currency}
        unit={<span className="flex items-center px-3 text-[0.8125rem]/5 text-muted">{currency}</span>}
        error={form.getFieldState(name, form.formState).error?.message}
      />
    </div>
  );
}

/** Not registered: a rule that is removed takes its fields with it. */
function Choice({
  form,
  name,
  label,
  children,
}: Named<"approvals" | "by"> & { children: readonly (readonly [value: string, words: string])[] }) {
  const drawn = (wiring: FieldWiring) => (
    <Select {...wiring} value={form.watch(name)} onChange={({ target }) => form.setValue(name, target.value)}>
      {children.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  );
  return (
    <Field label={label} id={controlId(name)} error={form.getFieldState(name, form.formState).error?.message}>
      {drawn}
    </Field>
  );
}
