import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { LiveQuote } from "#lib/browser/quote/live-quote";
import { createTransfer } from "#lib/calls/acts";
import { quoteQuery } from "#lib/calls/queries";
import type { TransferInput } from "#lib/contract/api";
import { Problem } from "#lib/contract/problem";
import type { Quote } from "#lib/contract/quote/quote-answers";
import { mostRisePercent } from "#lib/contract/quote-life";
import type { EarlierPayouts } from "#lib/contract/same-account";
import { compareAmounts } from "#lib/money/amount";
import { type Amount, percentChange } from "#lib/money/money";
import { shownHash } from "#lib/transfer/shown-hash";
import { dropReview, markUncertain, noteCreated, reviewOf, writeReviewed } from "../draft";
import { earlierPayoutsQuery } from "../earlier-payouts";
import { keepKeyInAddress } from "../steps";
import { fieldNames, type TransferForm } from "../transfer-form";
import type { Change } from "./quote-change";
import { useOddQuote } from "./use-odd-quote";

type Outcomes = {
  onFieldErrors: (errors: Partial<Record<keyof TransferForm, string>>) => void;
  onCreated: (id: string) => void;
};

/** Each is a field of the request. */
export type Asked = "confirmSeparate" | "confirmReference" | "confirmAccount" | "confirmName" | "confirmBank";
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
  /** What else goes to this account, and the server's refusal of a transfer like an earlier one. */
  duplicates: Duplicates;
  /** A quote that makes no sense, and the server's refusal of it. */
  odd: ReturnType<typeof useOddQuote>;
  change: Change | undefined;
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
  const move = useMove(usable, driftPercent, isUncertain);
  // Nothing is asked while the answer is still to come.
  const change = isPending ? undefined : move.change;
  const odd = useOddQuote(live, problem);
  const duplicates = useQuery(earlierPayoutsQuery(accountOf(input)));
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

/** How the estimate has moved since the check was opened, or against what the server refused. */
function useMove(usable: Quote | undefined, limit: Amount, isUncertain: boolean) {
  const [moved, setMoved] = useState<Moved>();
  const [seen, setSeen] = useState<Amount>();
  if (seen === undefined && usable !== undefined) setSeen(usable.outputAmount);
  const since = isUncertain ? "" : " Nothing was created.";
  // What the server refused stands until there is a newer quote to compare with.
  const refused = usable === undefined || usable.quotedAt === moved?.quotedAt ? moved?.change : undefined;
  return {
    change: refused ?? driftOf(moved?.change.before ?? seen, usable, limit, since),
    refuse: setMoved,
    accept: ({ outputAmount }: Quote) => {
      setMoved(undefined);
      setSeen(outputAmount);
    },
  };
}

/** `quotedAt` is of the quote that the server got instead. */
type Moved = { change: Change; quotedAt: string };

/** The quote that the server got instead is the one to show from now on. */
function showFresh(
  { extra }: Problem,
  queries: QueryClient,
  { amount, asset }: TransferInput,
): Quote | undefined {
  const fresh = extra.fresh as Quote | undefined;
  if (fresh !== undefined) queries.setQueryData(quoteQuery({ amount, asset }).queryKey, fresh);
  return fresh;
}

function readMoved(failure: Problem, queries: QueryClient, input: TransferInput): Moved | undefined {
  const { extra, detail } = failure;
  const fresh = showFresh(failure, queries, input);
  if (fresh === undefined) return undefined;
  const { accepted, changePercent } = extra as { accepted: Amount; changePercent: Amount };
  const change = { before: accepted, now: fresh.outputAmount, percent: changePercent, detail };
  return { change, quotedAt: fresh.quotedAt };
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

function toProblem(error: Error | null): Problem | null {
  if (error === null || error instanceof Problem) return error;
  return new Problem("internal", "Couldn’t read the answer.", { cause: error });
}

function isOutcomeUnknown({ code, cause }: Problem): boolean {
  return cause !== undefined || code === "internal" || code === "database_unavailable";
}

/** A fall since the check was opened needs a new click, and so does a rise that no market makes. */
function driftOf(
  seen: Amount | undefined,
  now: Quote | undefined,
  limit: Amount,
  outcome: string,
): Change | undefined {
  if (seen === undefined || now === undefined || compareAmounts(seen, "0" as Amount) <= 0) return undefined;
  const percent = percentChange(seen, now.outputAmount);
  const hasFallen = compareAmounts(percent, `-${limit}` as Amount) < 0;
  if (!hasFallen && compareAmounts(percent, mostRisePercent) <= 0) return undefined;
  const detail = `The recipient would get ${hasFallen ? "less" : "more"} than when you opened this page.${outcome}`;
  return { before: seen, now: now.outputAmount, percent, detail };
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
