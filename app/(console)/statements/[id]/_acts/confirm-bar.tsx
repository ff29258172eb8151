"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Field } from "#components/form/field";
import { Select } from "#components/form/input";
import { Trouble } from "#components/notice/trouble";
import { BusyButton } from "#components/ui/busy-button";
import { act } from "#lib/calls/act";
import { formatCount } from "#lib/money/format";
import type { ReceivedReason } from "#lib/transfer/received";
import { useGround } from "./account-ground";
import { ReasonOptions } from "./reason-options";

type Props = {
  standing: "exact" | "suggested";
  /** The hash of what is shown. */
  seen: string;
  count: number;
  /** Those that come after them. */
  more: number;
  /** Some differ, and no known deduction says why. */
  asksWhy: boolean;
};

/** Below the rows that it confirms, so that they come first. */
export function ConfirmBar({ standing, seen, count, more, asksWhy }: Props) {
  const { id, tell } = useGround();
  const [isChecked, setChecked] = useState(false);
  const [fault, setFault] = useState<string>();
  const [reason, setReason] = useState<ReceivedReason | "">("");
  const { mutate, error, isPending } = useMutation(act("POST /api/own-accounts/[id]/confirmation"));
  const isExact = standing === "exact";

  function confirm(event: FormEvent) {
    event.preventDefault();
    if (!isExact && !isChecked) return setFault("Say that you have checked each of them.");
    setFault(undefined);
    const body = {
      standing,
      seen,
      ...(!isExact && { isChecked }),
      ...(reason !== "" && { difference: reason }),
    };
    mutate(
      { params: { id }, body },
      { onSuccess: ({ confirmed, leftOut }) => tell(confirmedWords(confirmed, leftOut)) },
    );
  }

  return (
    <form
      noValidate
      onSubmit={confirm}
      className="sticky bottom-0 space-y-3 rounded-b-xl border-t border-line bg-surface px-card py-4"
    >
      {error !== null && <Trouble error={error} />}
      {!isExact && asksWhy && (
        <Field label="Why they differ" hint="Of those that no known deduction explains." isOptional>
          {(wiring) => (
            <Select
              {...wiring}
              value={reason}
              onChange={({ target }) => setReason(target.value as ReceivedReason | "")}
              className="max-w-sm"
            >
              <ReasonOptions />
            </Select>
          )}
        </Field>
      )}
      {!isExact && (
        <div>
          <label className="flex items-start gap-2">
            <input
              type="checkbox"
              checked={isChecked}
              aria-describedby={fault === undefined ? undefined : "checked-fault"}
              onChange={({ target }) => setChecked(target.checked)}
              className="mt-1"
            />
            <span>I have checked each of them</span>
          </label>
          {fault !== undefined && !isChecked && (
            <p id="checked-fault" role="alert" className="mt-1 text-[0.8125rem]/5 text-fail">
              {fault}
            </p>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <BusyButton type="submit" variant="primary" isOff={isPending}>
          {isPending ? "Confirming" : `Confirm ${formatCount(count)} ${isExact ? "exact" : "suggested"}`}
        </BusyButton>
        {more > 0 && (
          <span className="text-[0.8125rem]/5 text-muted">{formatCount(more)} more come after these.</span>
        )}
      </div>
    </form>
  );
}

function confirmedWords(confirmed: number, leftOut: number): string {
  const left = leftOut === 0 ? "" : `; ${formatCount(leftOut)} changed meanwhile and were left out`;
  return `${formatCount(confirmed)} ${confirmed === 1 ? "match" : "matches"} confirmed${left}`;
}
