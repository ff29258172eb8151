import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { type QuoteMove, readMoved, showFresh, useQuoteMove } from "#lib/browser/quote/quote-move";
import { createTransfer } from "#lib/calls/acts";
import type { TransferInput } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { Quote } from "#lib/contract/quote/quote-answers";
import type { EarlierPayouts } from "#lib/contract/same-account";
import type { CheckInput, TransferCheck } from "#lib/contract/transfer/transfer-check";
import type { Amount } from "#lib/money/money";
import { shownHash } from "#lib/transfer/shown-hash";
import { dropReview, markUncertain, noteCreated, reviewOf, writeReviewed } from "../draft";
import { earlierPayoutsQuery, transferCheckQuery } from "../earlier-payouts";
import { keepKeyInAddress } from "../steps";
import { fieldNames, type TransferForm } from "../transfer-form";
import { useOddQuote } from "./use-odd-quote";

type Outcomes = {
  onFieldErrors: (errors: Partial<Record<keyof TransferForm, string>>) => void;
  onCreated: (id: string) => void;
};

/** Each is a field of the request. */
export type Asked =
  | "confirmSeparate"
  | "confirmReference"
  | "confirmAccount"
  | "confirmName"
  | "confirmBank"
  | "confirmAmount";
type Duplicates = {
  found: EarlierPayouts | undefined;
  /** What the server refused, and which question it asks. */
  asked: Asked | undefined;
  refusal: Problem | null;
};

export type Submit = {
  create: () => void;
  isPending: boolean;
  /** There is a live quote, nothing is on its way, and the quote has not moved. */
  isReady: boolean;
  problem: Problem | null;
  /** We don't know whether the request arrived. */
  isUncertain: boolean;
  /** Earlier content was sent and no answer came. */
  hasStray: boolean;
  /** What the rules for payouts would ask; `undefined` until that is known. */
  foreseen: TransferCheck | undefined;
  /** What else goes to this account, and the server's refusal of a transfer like an earlier one. */
  duplicates: Duplicates;
  /** A quote that makes no sense, and the server's refusal of it. */
  odd: ReturnType<typeof useOddQuote>;
  change: QuoteMove | undefined;
  acceptChange: () => void;
  canAccept: boolean;
  confirmed: Confirmed;
  confirm: (confirmed: Confirmed) => void;
};

type Confirmed = Partial<Record<Asked, boolean>>;

/** The refusals that a tick answers. */
const askedBy: Partial<Record<string, Asked>> = {
  duplicate_suspected: "confirmSeparate",
  reference_used: "confirmReference",
  name_known: "confirmAccount",
  account_saved: "confirmName",
  bank_renamed: "confirmBank",
  unusual_amount: "confirmAmount",
};

/** What is reviewed, with its key: a reload finds the transfer by it, or continues under it. */
function useReview(input: TransferInput, content: string) {
  const [review, setReview] = useState(() => reviewOf(content));
  // Of what is drawn first: the person has read nothing else.
  const [shown] = useState(() => shownHash(input));
  useEffect(() => {
    writeReviewed();
    return keepKeyInAddress(review.key, shown);
  }, [review.key, shown]);
  return { review, setReview, shown };
}

/** Every repeat carries the review's key, so the transfer is sent once. */
export function useSubmit(input: TransferInput, live: LiveQuote, driftPercent: Amount, on: Outcomes): Submit {
  const queries = useQueryClient();
  const content = JSON.stringify(input);
  const { review, setReview, shown } = useReview(input, content);
  const [confirmed, setConfirmed] = useState<Confirmed>({});
  const { usable } = live;
  const mutation = useMutation(createTransfer);
  const isBusy = useRef(false);
  const problem = toProblem(mutation.error);
  const isPending = mutation.isPending || mutation.isSuccess;
  useLeaveWarning(mutation.isPending);

  const isUncertain = problem !== null && isOutcomeUnknown(problem);
  const move = useQuoteMove(usable, driftPercent, isUncertain ? "" : " Nothing was created.");
  // Nothing is asked while the answer is still to come.
  const change = isPending ? undefined : move.change;
  const odd = useOddQuote(live, problem);
  const duplicates = useQuery(earlierPayoutsQuery(accountOf(input)));
  const rules = useQuery({ ...transferCheckQuery(checkOf(input, usable)), enabled: usable !== undefined });
  const asked = askedBy[problem?.code ?? ""];

  function send(quote: Quote | undefined) {
    // A second click can come before the first one is drawn.
    if (quote === undefined || isBusy.current) return;
    isBusy.current = true;
    const { outputAmount, quotedAt } = quote;
    const acceptedQuote = { outputAmount, quotedAt };
    const body: TransferInput = { ...input, shown, acceptedQuote, ...confirmed, ...odd.said };
    markUncertain(review.key, true);
    // A promise goes on where Back has taken this step away.
    mutation
      .mutateAsync({ idempotencyKey: review.key, input: body })
      .then(
        ({ id }) => finish(id),
        (error) => fail(toProblem(error)),
      )
      .finally(() => {
        isBusy.current = false;
      });
  }

  function finish(id: string) {
    if (noteCreated(id, review.key) && window.location.pathname === "/transfers/new") on.onCreated(id);
  }

  function fail(failure: Problem | null) {
    if (failure === null) return;
    markUncertain(review.key, isOutcomeUnknown(failure));
    const { code, extra, errors } = failure;
    if (code === "transfer_in_progress" && typeof extra.transferId === "string") finish(extra.transferId);
    if (askedBy[code] !== undefined) void duplicates.refetch();
    if (code === "quote_moved") move.refuse(readMoved(failure, queries, input));
    if (code === "quote_odd") showFresh(failure, queries, input);
    if (code === "idempotency_key_reused") {
      dropReview();
      setReview(reviewOf(content));
    }
    const known = code === "invalid_input" ? ofFields(errors) : {};
    if (Object.keys(known).length > 0) on.onFieldErrors(known);
  }

  return {
    create: () => send(usable),
    isPending,
    isReady: usable !== undefined && !isPending && change === undefined,
    problem: mutation.isPending || asked !== undefined || isOfQuote(problem) ? null : problem,
    foreseen: rules.data,
    duplicates: { found: duplicates.data, asked, refusal: asked === undefined ? null : problem },
    odd,
    isUncertain,
    hasStray: review.hasStray,
    change,
    acceptChange: () => {
      // Without a live quote there is nothing to accept.
      if (usable === undefined) return;
      move.accept(usable);
      send(usable);
    },
    canAccept: usable !== undefined,
    confirmed,
    confirm: (more: Confirmed) => setConfirmed((before) => ({ ...before, ...more })),
  };
}

/** Said beside the quote itself. */
function isOfQuote(problem: Problem | null): boolean {
  return problem?.code === "quote_moved" || problem?.code === "quote_odd";
}

/** The faults that stand at a field of the form. */
function ofFields(errors: Problem["errors"]): Partial<Record<keyof TransferForm, string>> {
  const known = errors.filter(({ path }) => fieldNames.some((name) => name === path));
  return Object.fromEntries(known.map(({ path, message }) => [path, message]));
}

function accountOf(input: TransferInput) {
  const { amount, asset, bankCode, bankName, accountNumber, accountName, reference, payeeId } = input;
  const given = {
    ...(bankName !== undefined && { bankName }),
    ...(reference !== undefined && { reference }),
    ...(payeeId !== undefined && { payeeId }),
  };
  return { amount, asset, bankCode, accountNumber, accountName, ...given };
}

function checkOf(input: TransferInput, quote: Quote | undefined): CheckInput {
  const { amount, asset, bankCode, accountNumber, payeeId, payeeVersion } = input;
  return {
    ...{ amount, asset, bankCode, accountNumber },
    ...(payeeId !== undefined && { payeeId }),
    ...(payeeVersion !== undefined && { payeeVersion }),
    ...(quote !== undefined && { outputAmount: quote.outputAmount }),
  };
}

function toProblem(error: Error | null): Problem | null {
  if (error === null || error instanceof Problem) return error;
  return new Problem("internal", "Couldn’t read the answer.", { cause: error });
}

function isOutcomeUnknown({ code, cause }: Problem): boolean {
  return cause !== undefined || code === "internal" || code === "database_unavailable";
}

/** A reload while the request is on its way would lose its key. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOn]);
}
