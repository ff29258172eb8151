import type { Route } from "next";
import { type ReactNode, useState } from "react";
import { PageLink } from "#components/ui/page-link";
import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { hasWrongCheckDigit, wrongCheckDigit } from "#lib/bank/nuban";
import type { Bank, TransferInput } from "#lib/contract/api";
import type { Problem } from "#lib/contract/problem";
import type {
  EarlierPayout,
  EarlierPayouts,
  KnownName,
  RenamedBank,
  SavedAccount,
} from "#lib/contract/same-account";
import { quoteDoubtTitle, quoteDoubtWords } from "#lib/words/quote-doubt-words";
import {
  earlierPayoutWords,
  knownNameWords,
  renamedBankWords,
  savedAccountWords,
} from "#lib/words/same-account";
import type { Asked, Submit } from "./use-submit";

/** What must be ticked before the transfer is created. */
export type Doubt = {
  name: Asked | "digit" | "odd";
  title: string;
  text: ReactNode;
  /** What a tick says. */
  yes: string;
  /** What is said where the tick is needed and is not there. */
  missed: string;
  isTicked: boolean;
  tick: (isTicked: boolean) => void;
};

type Given = {
  input: TransferInput;
  bank: Bank;
  submit: Pick<Submit, "duplicates" | "foreseen" | "confirmed" | "confirm" | "odd">;
  assets: readonly Asset[];
  timeZone: string;
};

/** All that is in doubt, what would lose the most first. */
export function useDoubts(given: Given): Doubt[] {
  const digit = useCheckDigit(given);
  // Read once: the sentences must not change under the reader.
  const [now] = useState(() => Date.now());
  const earlier = (name: Asked) => earlierDoubt(name, given.submit, now);
  return [
    earlier("confirmSeparate"),
    unusualAmount(given.submit) ?? earlier("confirmAmount"),
    digit,
    earlier("confirmAccount"),
    earlier("confirmName"),
    earlier("confirmBank"),
    oddQuote(given),
    earlier("confirmReference"),
  ].filter((doubt) => doubt !== undefined);
}

/**
 * A number that is not one of the bank’s. The server doesn’t ask: it is a hint for who compares the number, and a program
 * that creates transfers has nobody who could.
 */
function useCheckDigit({ bank, input }: Given): Doubt | undefined {
  const [isTicked, tick] = useState(false);
  if (!hasWrongCheckDigit(bank, input.accountNumber)) return undefined;
  return {
    name: "digit",
    title: "The account number may have a wrong digit",
    text: `${wrongCheckDigit} Compare every digit with what the recipient gave you.`,
    yes: "I compared the account number",
    missed: "Tick this once you have compared the number. Nothing was created.",
    isTicked,
    tick,
  };
}

/** A quote that makes no sense. */
function oddQuote({ submit: { odd }, assets, timeZone }: Given): Doubt | undefined {
  const { quote, isConfirmed, confirm, refusal } = odd;
  if (quote === undefined) return undefined;
  const symbol = findAsset(assets, quote.asset)?.fromCurrency ?? "";
  const words = quote.doubts.map((doubt) => quoteDoubtWords(quote, doubt, { symbol, timeZone }));
  const late = refusal === null ? [] : ["The quote came at the last moment. Nothing was created."];
  return {
    name: "odd",
    title: quoteDoubtTitle(quote.doubts),
    text: [...words, "Ask the service what it would pay.", ...late].join(" "),
    yes: "Yes, create the transfer with this quote",
    missed: "Tick this to create the transfer with this quote. Nothing was created.",
    isTicked: isConfirmed,
    tick: confirm,
  };
}

const questions: Record<Asked, Pick<Doubt, "title" | "yes" | "missed">> = {
  confirmSeparate: {
    title: "You may have created this transfer already",
    yes: "No, this is a second transfer",
    missed: "Tick this to create a second transfer. Nothing was created.",
  },
  confirmReference: {
    title: "This reference was used before",
    yes: "Yes, use the reference again",
    missed: "Tick this to use the reference again. Nothing was created.",
  },
  confirmAccount: {
    title: "You know this name with another account",
    yes: "I checked this account with the recipient",
    missed: "Tick this once you have checked the account. Nothing was created.",
  },
  confirmName: {
    title: "You know this account under another name",
    yes: "Use the name that I entered",
    missed: "Tick this to use the name that you entered. Nothing was created.",
  },
  confirmBank: {
    title: "The service’s list has another name for this bank",
    yes: "It is the same bank",
    missed: "Tick this once you know that it is the same bank. Nothing was created.",
  },
  confirmAmount: {
    title: "This amount is unusual",
    yes: "I checked the amount",
    missed: "Tick this once you have checked the amount. Nothing was created.",
  },
};

/** Said before it is created, wherever it is known. */
function unusualAmount({ foreseen, confirmed, confirm }: Given["submit"]): Doubt | undefined {
  const text = foreseen?.unusual;
  if (text == null) return undefined;
  return {
    name: "confirmAmount",
    ...questions.confirmAmount,
    text,
    isTicked: confirmed.confirmAmount === true,
    tick: (isTicked) => confirm({ confirmAmount: isTicked }),
  };
}

/** An earlier transfer like this one, or with its reference; a payee of the name, or with the account. */
function earlierDoubt(
  name: Asked,
  { duplicates, confirmed, confirm }: Given["submit"],
  now: number,
): Doubt | undefined {
  const refusal = duplicates.asked === name ? duplicates.refusal : null;
  const earlier = earlierOf(duplicates.found, name);
  if (earlier === null && refusal === null) return undefined;
  return {
    name,
    ...questions[name],
    text: (
      <>
        {earlier === null ? refusal?.detail : wordsOf(earlier, now)}{" "}
        <EarlierLink earlier={earlier} extra={refusal?.extra ?? {}} />
      </>
    ),
    isTicked: confirmed[name] === true,
    tick: (isTicked) => confirm({ [name]: isTicked }),
  };
}

type Earlier = EarlierPayout | KnownName | SavedAccount | RenamedBank;

function earlierOf(found: EarlierPayouts | undefined, name: Asked): Earlier | null {
  const {
    twin = null,
    sameReference = null,
    knownName = null,
    savedAccount = null,
    renamedBank = null,
  } = found ?? {};
  const payouts = { confirmSeparate: twin, confirmReference: sameReference, confirmAccount: knownName };
  return { ...payouts, confirmName: savedAccount, confirmBank: renamedBank, confirmAmount: null }[name];
}

function wordsOf(earlier: Earlier, now: number): string {
  if ("id" in earlier) return earlierPayoutWords(earlier, now);
  if ("listed" in earlier) return renamedBankWords(earlier);
  if ("accountName" in earlier) return savedAccountWords(earlier);
  return `${knownNameWords(earlier)} Check this account with the recipient, by a number you already had.`;
}

function EarlierLink({
  earlier,
  extra: { transferId, payeeId },
}: {
  earlier: Earlier | null;
  extra: Problem["extra"];
}) {
  const payee = earlier === null ? payeeId : "payeeId" in earlier ? earlier.payeeId : undefined;
  if (payee !== undefined)
    return (
      <PageLink href={`/payees/${payee}` as Route} className={link}>
        Open the payee
      </PageLink>
    );
  const id = earlier === null ? transferId : "id" in earlier ? earlier.id : undefined;
  return id === undefined ? null : <TransferLink id={`${id}`} />;
}

const link = "font-semibold underline underline-offset-3";

export function TransferLink({ id }: { id: string }) {
  return (
    <PageLink href={`/transfers/${id}` as Route} className={link}>
      Open that transfer
    </PageLink>
  );
}
