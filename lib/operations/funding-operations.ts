import * as answers from "#lib/contract/answers";
import {
  FundingAnswer,
  FundingEnd,
  FundingInput,
  FundingStanding,
  FundingTerms,
} from "#lib/contract/funding/fundings";
import type { ApiOperations } from "./api-operation";

/** Funding a transfer from a browser wallet. */

export const fundingOperations = {
  "POST /api/transfers/[id]/fundings": {
    id: "askFunding",
    text: "Gives this person the right to ask a browser wallet for the whole amount, once. Nobody else gets it until this one has ended.",
    may: "fund",
    body: () => FundingInput,
    headers: { "idempotency-key": "A UUID, made once for this question; it becomes the ID of the funding." },
    answers: {
      201: { text: "The right to ask the wallet: for exactly this, once.", schema: FundingTerms },
      200: { text: "A repeat: don't ask the wallet again.", schema: FundingTerms },
    },
    problems: [
      "not_found",
      "idempotency_key_required",
      "idempotency_key_reused",
      "transfers_held",
      "confirmation_needed",
      "funding_open",
      "funding_unconfirmed",
      "pay_link_open",
      "already_funded",
      "deposit_seen",
      "not_open",
    ],
  },
  "POST /api/transfers/[id]/fundings/[fid]/answer": {
    id: "answerFunding",
    text: "Records the wallet's answer. Only the person who asked the wallet may. A repeat changes nothing.",
    may: "fund",
    body: () => FundingAnswer,
    answers: { 200: { text: "The funding's state now.", schema: FundingStanding } },
    problems: ["not_found"],
  },
  "POST /api/transfers/[id]/fundings/[fid]/close": {
    id: "closeFunding",
    text: "Closes a request to a wallet, after a person found out what became of it. The transfer can then be funded again.",
    may: "fund",
    isConfirmed: true,
    body: () => FundingEnd,
    answers: { 200: { text: "The transfer as it is now.", schema: answers.TransferWithEvents } },
    problems: ["not_found", "not_possible_now"],
  },
} satisfies ApiOperations;
