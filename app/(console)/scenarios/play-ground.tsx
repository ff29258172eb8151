"use client";

import { useMutation } from "@tanstack/react-query";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useRef } from "react";
import { Notice } from "#components/notice/notice";
import { cbnCodeOf } from "#lib/bank/bank-names";
import { nubanCheckDigit } from "#lib/bank/nuban";
import { createTransfer } from "#lib/calls/acts";
import { newKey } from "#lib/calls/new-key";
import type { TransferInput } from "#lib/contract/api";
import { detailOf, Problem } from "#lib/contract/problem";

type Props = { asset: string; bank: { code: string; name: string }; children: ReactNode };
type Attempt = { idempotencyKey: string; input: TransferInput };
type Play = {
  play: (name: string) => void;
  /** The name that is being played. */
  playing: string | undefined;
};

const Ground = createContext<Play>({ play: () => undefined, playing: undefined });

export const usePlay = () => useContext(Ground);

/** One transfer at a time, for whichever button of the page was pressed. */
export function PlayGround({ asset, bank, children }: Props) {
  const router = useRouter();
  const mutation = useMutation(createTransfer);
  /** What was sent without an answer: another press is the same transfer. */
  const unanswered = useRef(new Map<string, Attempt>());
  const { error } = mutation;
  const playing = mutation.isPending || mutation.isSuccess ? mutation.variables.input.accountName : undefined;

  function play(name: string) {
    if (playing !== undefined) return;
    const attempt = unanswered.current.get(name) ?? newAttempt(name, asset, bank);
    unanswered.current.set(name, attempt);
    mutation.mutate(attempt, {
      onSuccess: ({ id }) => router.push(`/transfers/${id}` as Route),
      onError: (fault) => {
        if (!(fault instanceof Problem && fault.code === "dashboard_unreachable"))
          unanswered.current.delete(name);
      },
    });
  }

  return (
    <Ground value={{ play, playing }}>
      {error !== null && (
        <Notice
          kind="fail"
          title={error instanceof Problem ? error.title : "Not played"}
          isLive
          className="mb-4"
        >
          {detailOf(error)}
        </Notice>
      )}
      <div className="space-y-4">{children}</div>
    </Ground>
  );
}

/** To an account that no other transfer has, so that nothing is asked about. */
function newAttempt(accountName: string, asset: string, bank: Props["bank"]): Attempt {
  const serial = `${Math.floor(Math.random() * 1e9)}`.padStart(9, "0");
  const accountNumber = serial + nubanCheckDigit(cbnCodeOf(bank) ?? "000", serial);
  const { code: bankCode, name: bankName } = bank;
  const input = { amount: "100", asset, bankCode, bankName, accountNumber, accountName };
  return { idempotencyKey: newKey(), input: { ...input, confirmAccount: true } };
}
