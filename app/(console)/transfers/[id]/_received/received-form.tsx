import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type FieldErrors, type UseFormRegister, useForm, useWatch } from "react-hook-form";
import { Field } from "#components/form/field";
import { Input, Select } from "#components/form/input";
import { SmallFormActs } from "#components/form/small-form-acts";
import { Notice } from "#components/notice/notice";
import { judgedBy } from "#lib/browser/judged-by";
import { act } from "#lib/calls/act";
import { keepTransfer } from "#lib/calls/acts";
import { ReceivedInput } from "#lib/contract/received/received";
import { compareAmounts } from "#lib/money/amount";
import { readAmountText } from "#lib/money/amount-text";
import { formatFiat } from "#lib/money/format";
import { type Amount, subtractAmounts } from "#lib/money/money";
import { readDay } from "#lib/text/day-text";
import { type ReceivedReason, receivedReasons } from "#lib/transfer/received";
import { receivedReasonWords } from "#lib/words/received/received-words";

type Props = {
  id: string;
  currency: string;
  expected: Amount | null;
  /** What the service says that it paid out. */
  paidOut: Amount | null;
  /** With what was done; without, where nothing was. */
  onEnd: (sentence?: string) => void;
};
type Fields = { amount: string; day: string; toldBy: string; difference: string };

/** What the payee says arrived. Nothing is filled in: what is asked here is what somebody has heard. */
export function ReceivedForm({ id, currency, expected, paidOut, onEnd }: Props) {
  const toInput = (values: Fields) => toReceived(values, { currency, expected, paidOut });
  const { register, handleSubmit, setFocus, control, formState, setError } = useForm<Fields>({
    defaultValues: { amount: "", day: "", toldBy: "", difference: "" },
    resolver: judgedBy(ReceivedInput, toInput, ({ amount }) => {
      const read = readAmountText(amount, { symbol: currency });
      return { amount: read.kind === "unreadable" ? read.message : undefined };
    }),
  });
  const { errors } = formState;
  const isBusy = useRef(false);
  const mutation = useMutation({
    ...act("POST /api/transfers/[id]/received"),
    ...keepTransfer(id),
  });
  const apart = apartFrom(amountOf(useWatch({ control, name: "amount" }), currency), { expected, paidOut });
  useEffect(() => setFocus("amount"), [setFocus]);

  function record(values: Fields) {
    // A second click can come before the first one is drawn.
    if (isBusy.current) return;
    isBusy.current = true;
    mutation.mutateAsync({ params: { id }, body: toInput(values) }).then(
      () => onEnd("Recorded as the payee’s word."),
      (error) => {
        isBusy.current = false;
        for (const { path, message } of error.errors ?? [])
          if (path === "day" || path === "amount" || path === "toldBy") setError(path, { message });
      },
    );
  }

  return (
    <form noValidate onSubmit={handleSubmit(record)} className="space-y-4">
      {mutation.error !== null && (
        <Notice kind="fail" title="Not recorded" isLive>
          {mutation.error.message}
        </Notice>
      )}
      <ReceivedFields register={register} errors={errors} {...{ currency, expected, apart }} />
      <SmallFormActs
        act="Record what arrived"
        actPending="Recording"
        isPending={mutation.isPending}
        onClose={() => onEnd()}
      />
    </form>
  );
}

type FieldsProps = Pick<Props, "currency" | "expected"> & {
  register: UseFormRegister<Fields>;
  errors: FieldErrors<Fields>;
  /** By how much it is another amount than expected, or than the service says. */
  apart: string | undefined;
};

function ReceivedFields({ currency, expected, apart, register, errors }: FieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={`Amount that arrived, in ${currency}`}
          hint={
            expected === null
              ? "0 if nothing arrived."
              : `Expected by the quote: ${formatFiat(expected)}. 0 if nothing arrived.`
          }
          error={errors.amount?.message}
        >
          {(wiring) => (
            <Input
              {...wiring}
              {...register("amount")}
              inputMode="decimal"
              autoComplete="off"
              maxLength={40}
            />
          )}
        </Field>
        <Field label="Day" hint="Such as 24 Nov, yesterday or today." error={errors.day?.message}>
          {(wiring) => <Input {...wiring} {...register("day")} autoComplete="off" maxLength={40} />}
        </Field>
      </div>
      {apart !== undefined && (
        <Field
          label={`Why ${apart}`}
          hint="If nobody knows, the transfer goes to “Needs attention”."
          error={errors.difference?.message}
        >
          {(wiring) => (
            <Select {...wiring} {...register("difference")}>
              <option value="">Nobody knows yet</option>
              {receivedReasons.map((reason) => (
                <option key={reason} value={reason}>
                  {receivedReasonWords[reason]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field
        label="Who told you, and how"
        hint="Such as “Obi, by phone”. Everyone who opens this transfer can read it."
        error={errors.toldBy?.message}
      >
        {(wiring) => <Input {...wiring} {...register("toldBy")} autoComplete="off" maxLength={2_000} />}
      </Field>
    </>
  );
}

function amountOf(text: string, currency: string): Amount | undefined {
  const read = readAmountText(text, { symbol: currency });
  return read.kind === "amount" ? (read.text as Amount) : undefined;
}

/** `50.00 less`; undefined where it is as expected, or nobody can say. */
function differenceTo(amount: Amount | undefined, expected: Amount | null): string | undefined {
  if (amount === undefined || expected === null) return undefined;
  const order = compareAmounts(amount, expected);
  if (order === 0) return undefined;
  const [more, less] = order > 0 ? [amount, expected] : [expected, amount];
  return `${formatFiat(subtractAmounts(more, less))} ${order > 0 ? "more" : "less"}`;
}

/** `50.00 less than expected`; undefined where nothing is to be explained. */
function apartFrom(
  amount: Amount | undefined,
  { expected, paidOut }: Pick<Props, "expected" | "paidOut">,
): string | undefined {
  const fromExpected = differenceTo(amount, expected);
  if (fromExpected !== undefined) return `${fromExpected} than expected`;
  const fromPaidOut = differenceTo(amount, paidOut);
  return fromPaidOut && `${fromPaidOut} than the service says that it paid out`;
}

function toReceived(
  { amount, day, toldBy, difference }: Fields,
  { currency, ...against }: Pick<Props, "currency" | "expected" | "paidOut">,
): ReceivedInput {
  const read = amountOf(amount, currency);
  const isApart = apartFrom(read, against) !== undefined;
  return {
    amount: read ?? (amount.trim() as Amount),
    day: readDay(day, today()) ?? day,
    toldBy: toldBy.trim(),
    ...(isApart && difference !== "" && { difference: difference as ReceivedReason }),
  };
}

/** Where the person is; the server judges by the business's own day. */
function today(): string {
  const now = new Date();
  const two = (number: number) => `${number}`.padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
