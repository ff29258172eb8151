import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Field } from "#components/form/field";
import { FormActs } from "#components/form/form-acts";
import { Select } from "#components/form/input";
import { TextField } from "#components/form/text-field";
import { Trouble } from "#components/notice/trouble";
import { Dialog } from "#components/ui/dialog";
import { fieldFault } from "#lib/browser/field-faults";
import { act } from "#lib/calls/act";
import { ask } from "#lib/calls/ask";
import type { Payout, StatementLine } from "#lib/features/books/books-answers";
import { compareAmounts } from "#lib/money/amount";
import { readAmountText } from "#lib/money/amount-text";
import { formatFiat } from "#lib/money/format";
import { type Amount, subtractAmounts } from "#lib/money/money";
import { writeDay } from "#lib/text/day-text";
import { showInvisible } from "#lib/text/visible-text";
import type { ReceivedReason } from "#lib/transfer/received";
import { ReasonOptions } from "./reason-options";

type Props = {
  id: string;
  line: StatementLine;
  /** The payout that is proposed for it. */
  chosen?: Payout | undefined;
  /** Why that one differs, where it is known. */
  reason?: ReceivedReason | null | undefined;
  onEnd: (sentence?: string) => void;
};

/** Says which payout a line is, or a part of it. */
export function MatchDialog({ id, line, chosen, reason: known, onEnd }: Props) {
  const { data, error: unread } = useQuery(
    ask("GET /api/own-accounts/[id]/candidates", { params: { id }, query: { line: line.id } }),
  );
  const [transferId, setTransferId] = useState(chosen?.id ?? "");
  const [amount, setAmount] = useState(formatFiat(line.left));
  const [reason, setReason] = useState<ReceivedReason | "">(known ?? "");
  const [faults, setFaults] = useState<{ transfer?: string | undefined; amount?: string | undefined }>({});
  const { mutate, error, isPending } = useMutation(act("POST /api/own-accounts/[id]/matches"));
  const payouts = withChosen(data?.items ?? [], chosen);
  const payout = payouts.find((each) => each.id === transferId);
  const read = readAmountText(amount, { symbol: "NGN" });
  const rest = read.kind === "amount" ? differenceWords(read.text as Amount, payout) : undefined;
  const refused = fieldFault(error, "amount");

  function match(event: FormEvent) {
    event.preventDefault();
    const next = {
      transfer: transferId === "" ? "Choose the payout." : undefined,
      amount: read.kind === "amount" ? undefined : "Enter the amount, such as 338,823.53.",
    };
    setFaults(next);
    if (read.kind !== "amount" || next.transfer !== undefined) return;
    const body = {
      ...{ line: line.id, transfer: transferId },
      ...(compareAmounts(read.text as Amount, line.left) !== 0 && { amount: read.text as Amount }),
      ...(reason !== "" && { difference: reason }),
    };
    mutate({ params: { id }, body }, { onSuccess: () => onEnd("Matched") });
  }

  return (
    <Dialog
      title={`${formatFiat(line.left)} NGN of ${writeDay(line.day)}`}
      isPending={isPending}
      onClose={() => onEnd()}
    >
      <form noValidate onSubmit={match} className="space-y-4">
        {error !== null && refused === undefined && <Trouble error={error} />}
        {unread !== null && <Trouble error={unread} />}
        <p translate="no" className="foreign-text text-muted">
          {showInvisible([line.narration, line.reference].filter(Boolean).join(" · ")) || `Line ${line.n}`}
        </p>
        <PayoutField
          payouts={data === undefined && chosen === undefined ? undefined : payouts}
          chosen={transferId}
          error={faults.transfer}
          onChoose={setTransferId}
        />
        <TextField
          label="Of the line, in NGN"
          hint={`At most ${formatFiat(line.left)}. Less where the line is several payouts.`}
          error={faults.amount ?? refused}
          value={amount}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          onText={setAmount}
        />
        {rest !== undefined && <ReasonField apart={rest} reason={reason} onSay={setReason} />}
        <FormActs act="Match" actPending="Matching" isPending={isPending} onClose={() => onEnd()} />
      </form>
    </Dialog>
  );
}

type PayoutProps = {
  /** `undefined` while they are loaded. */
  payouts: readonly Payout[] | undefined;
  chosen: string;
  error: string | undefined;
  onChoose: (id: string) => void;
};

function PayoutField({ payouts, chosen, error, onChoose }: PayoutProps) {
  return (
    <Field label="Payout" hint="The nearest amounts come first." error={error}>
      {(wiring) => (
        <Select {...wiring} value={chosen} onChange={({ target }) => onChoose(target.value)}>
          <option value="">{payouts === undefined ? "Loading" : "Choose one"}</option>
          {payouts?.map((each) => (
            <option key={each.id} value={each.id}>
              {payoutWords(each)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

type ReasonProps = {
  /** `50.00 less than expected`. */
  apart: string;
  reason: ReceivedReason | "";
  onSay: (reason: ReceivedReason | "") => void;
};

function ReasonField({ apart, reason, onSay }: ReasonProps) {
  return (
    <Field label={`Why ${apart}`} hint="If nobody knows, the transfer goes to “Needs attention”.">
      {(wiring) => (
        <Select
          {...wiring}
          value={reason}
          onChange={({ target }) => onSay(target.value as ReceivedReason | "")}
        >
          <ReasonOptions />
        </Select>
      )}
    </Field>
  );
}

/** What is proposed comes first, and once. */
function withChosen(items: readonly Payout[], chosen: Payout | undefined): Payout[] {
  return chosen === undefined ? [...items] : [chosen, ...items.filter(({ id }) => id !== chosen.id)];
}

function payoutWords({ id, reference, transactionId, expected, paidAt }: Payout): string {
  const name = showInvisible(reference ?? transactionId ?? id.slice(0, 8));
  const amount = expected === null ? "no estimate" : `${formatFiat(expected)} NGN`;
  return `${amount} · ${name}${paidAt === null ? " · not reported paid" : ""}`;
}

/** `50.00 less than expected`; undefined where it is as expected, or nobody can say. */
function differenceWords(amount: Amount, payout: Payout | undefined): string | undefined {
  if (payout?.expected == null) return undefined;
  const order = compareAmounts(amount, payout.expected);
  if (order === 0) return undefined;
  const apart =
    order < 0 ? subtractAmounts(payout.expected, amount) : subtractAmounts(amount, payout.expected);
  return `${formatFiat(apart)} ${order < 0 ? "less" : "more"} than expected`;
}
