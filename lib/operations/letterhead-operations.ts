import * as answers from "#lib/contract/answers";
import { AdviceInput } from "#lib/contract/letterhead/advice";
import {
  Letterhead,
  LetterheadInput,
  LogoInput,
  logoTypes,
  mostLetterheadBytes,
} from "#lib/contract/letterhead/letterhead";
import type { ApiOperations } from "./api-operation";

/** What stands at the top of each payment advice, and sending one. */

export const letterheadOperations = {
  "GET /api/letterhead": {
    id: "getLetterhead",
    text: "The business's name, address and numbers at the top of each payment advice.",
    may: "read",
    answers: { 200: { text: "The letterhead.", schema: Letterhead } },
  },
  "PUT /api/letterhead": {
    id: "setLetterhead",
    text: "Sets all of it; the logo stays unless one is given. Refused where somebody changed it after the version `after`. A repeat changes nothing.",
    may: "keep_letterhead",
    body: () => LetterheadInput,
    bodyBytes: mostLetterheadBytes,
    answers: { 200: { text: "The letterhead.", schema: Letterhead } },
    problems: ["letterhead_changed"],
  },
  "GET /api/letterhead/logo": {
    id: "getLogo",
    text: "The logo. With its `hash` a browser may keep it; another hash than the present one is not found.",
    may: "read",
    query: LogoInput,
    answers: { 200: { text: "A picture that can do nothing else.", types: Object.values(logoTypes) } },
    problems: ["not_found"],
  },
  "POST /api/transfers/[id]/advice": {
    id: "sendAdvice",
    text: "Sends the payment advice of a transfer that was reported paid to one e-mail address, by the dashboard's own mail: as it is printed, without a link. At most once for each key. An event says when the mail server took it, or why it didn't.",
    may: "send_advice",
    quota: "advice",
    body: () => AdviceInput,
    headers: { "idempotency-key": "A UUID, made once for this e-mail and sent again with each repeat." },
    answers: { 200: { text: "The transfer as it is now.", schema: answers.TransferWithEvents } },
    problems: ["not_found", "not_possible_now", "idempotency_key_required", "idempotency_key_reused"],
  },
} satisfies ApiOperations;
