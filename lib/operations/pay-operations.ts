import { PayerView, PayLink } from "#lib/contract/pay/pay-answers";
import { PayLinkInput } from "#lib/contract/pay/pay-links";
import { Done } from "#lib/contract/people-answers";
import type { ApiOperations } from "./api-operation";

/** Links by which somebody without an account pays a transfer. */

export const payOperations = {
  "POST /api/transfers/[id]/pay-link": {
    id: "makePayLink",
    text: "Creates a link for the person who sends the crypto, and ends the earlier one. Only while the transfer waits for its deposit.",
    may: "share_payment",
    body: () => PayLinkInput,
    answers: { 201: { text: "The link.", schema: PayLink } },
    problems: [
      "not_found",
      "not_possible_now",
      "transfers_held",
      "confirmation_needed",
      "funding_unconfirmed",
      "already_funded",
    ],
  },
  "DELETE /api/transfers/[id]/pay-link": {
    id: "endPayLink",
    text: "Ends the transfer's live link. A repeat changes nothing.",
    may: "share_payment",
    answers: { 200: { text: "The transfer has no live link.", schema: Done } },
    problems: ["not_found"],
  },
  "GET /api/pay/[token]": {
    id: "readPayLink",
    text: "What a payer sees of a transfer. The token in the path is the secret, and cookies aren't read. An ended link says so for a week.",
    answers: { 200: { text: "What to send, or why not.", schema: PayerView } },
    problems: ["not_found", "too_many_requests"],
  },
} satisfies ApiOperations;
