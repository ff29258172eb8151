import * as answers from "#lib/contract/answers";
import { BulkResolutionInput, OwnerInput } from "#lib/contract/attention";
import { AuditListInput } from "#lib/contract/audit/audit";
import { AuditPage, AuditVerification } from "#lib/contract/audit/audit-answers";
import { ReleaseInput } from "#lib/contract/records";
import { ServiceWords, WordInput } from "#lib/contract/transfer/standing";
import type { ApiOperation, ApiOperations } from "./api-operation";
import { batchOperations } from "./batch-operations";
import { bookOperations } from "./book-operations";
import { bulkOperations } from "./bulk-operations";
import { controlOperations } from "./control-operations";
import { fundingOperations } from "./funding-operations";
import { insightOperations } from "./insight-operations";
import { letterheadOperations } from "./letterhead-operations";
import { OpenApiDocument } from "./openapi-answer";
import { payOperations } from "./pay-operations";
import { payeeOperations } from "./payee-operations";
import { peopleOperations } from "./people-operations";
import { Reach } from "./reach-answer";
import { webhookOperations } from "./telling-operations";
import { transferOperations } from "./transfer-operations";
import { viewOperations } from "./view-operations";

/** Every operation but the answer to an unknown path; the tests compare the list with the files. */

const attention = {
  "GET /api/attention": {
    id: "getAttention",
    text: "What needs a person, by reason, each with its count and its newest 10 transfers.",
    may: "read",
    answers: { 200: { text: "Reasons with at least one transfer.", schema: answers.Attention } },
  },
  "GET /api/attention/counts": {
    id: "countAttention",
    text: "How many transfers need a person.",
    may: "read",
    answers: { 200: { text: "The counts.", schema: answers.AttentionCounts } },
  },
  "POST /api/attention/resolution": {
    id: "resolveMany",
    text: "Marks up to 50 transfers as resolved. Each is checked separately, and has its own result and audit entry.",
    may: "note",
    quota: "bulk",
    body: () => BulkResolutionInput,
    answers: { 200: { text: "The result for each.", schema: answers.BulkResults } },
  },
  "POST /api/attention/owner": {
    id: "assignMany",
    text: "Sets or removes the owner and the due time of up to 50 transfers.",
    may: "note",
    quota: "bulk",
    body: () => OwnerInput,
    answers: { 200: { text: "The result for each.", schema: answers.BulkResults } },
  },
} satisfies ApiOperations;

const words = {
  "GET /api/words": {
    id: "listServiceWords",
    text: "What an admin said that words of the service mean, and the words that nobody knows.",
    may: "read",
    answers: { 200: { text: "The words.", schema: ServiceWords } },
  },
  "POST /api/words": {
    id: "teachWord",
    text: "Says what a word of the service means, for all transfers, or takes that back. Stored words are read again.",
    may: "teach_words",
    isConfirmed: true,
    quota: "note",
    body: () => WordInput,
    answers: { 200: { text: "The words as they are now.", schema: ServiceWords } },
    problems: ["not_possible_now"],
  },
} satisfies ApiOperations;

const hold = {
  "GET /api/hold": {
    id: "getHold",
    text: "Whether new transfers are on hold, since when and why.",
    may: "read",
    answers: { 200: { text: "The hold, or null.", schema: answers.HoldState } },
  },
  "POST /api/hold/release": {
    id: "releaseHold",
    text: "Allows new transfers again, after a person compared the ledger with the service's records. `since` is the start of the hold that they saw. A repeat changes nothing.",
    may: "release_hold",
    isConfirmed: true,
    body: () => ReleaseInput,
    answers: { 200: { text: "New transfers are sent again.", schema: answers.HoldState } },
    problems: ["not_possible_now"],
  },
} satisfies ApiOperations;

const audit = {
  "GET /api/audit": {
    id: "listAudit",
    text: "The audit log, newest first. `from` and `to` are whole days in the business's time zone.",
    may: "read_audit",
    query: AuditListInput,
    answers: { 200: { text: "A page of it.", schema: AuditPage } },
  },
  "GET /api/audit/verification": {
    id: "verifyAudit",
    text: "Reads the whole log and computes every hash again.",
    may: "read_audit",
    quota: "verification",
    answers: { 200: { text: "How much of it is intact.", schema: AuditVerification } },
  },
} satisfies ApiOperations;

const reach = {
  "POST /api/reach": {
    id: "checkReach",
    text: "Asks the dashboard’s own public address whether it leads here, as the service’s updates do.",
    may: "manage_webhooks",
    answers: { 200: { text: "What was found.", schema: Reach } },
  },
} satisfies ApiOperations;

const description = {
  "GET /api/openapi.json": {
    id: "getDescription",
    text: "This description.",
    may: "read",
    answers: { 200: { text: "OpenAPI 3.1.", schema: OpenApiDocument } },
  },
} satisfies ApiOperations;

/** The service may send anything by any method; the URL is the secret. */
function callback(id: string): ApiOperation {
  return {
    id,
    text: "Where the service sends a transfer's status updates. The token in the path is the secret.",
    isRaw: true,
    answers: {
      204: {
        text: "The report is kept. A HEAD or OPTIONS only asks whether the URL works, and keeps nothing.",
      },
      400: { text: "The request was cut off, and nothing of it was kept." },
      404: { text: "No transfer has this token." },
      408: { text: "The body took longer than 15 seconds, and nothing of it was kept. Send it again." },
      429: { text: "More than 60 in a minute.", headers: { "retry-after": "Seconds to wait." } },
      503: {
        text: "The report couldn't be kept now. Send it again.",
        headers: { "retry-after": "Seconds to wait." },
      },
    },
  };
}

const callbacks = {
  "POST /api/callbacks/[token]": callback("reportByPost"),
  "GET /api/callbacks/[token]": callback("reportByGet"),
  "PUT /api/callbacks/[token]": callback("reportByPut"),
  "PATCH /api/callbacks/[token]": callback("reportByPatch"),
  "DELETE /api/callbacks/[token]": callback("reportByDelete"),
  "HEAD /api/callbacks/[token]": callback("probeByHead"),
  "OPTIONS /api/callbacks/[token]": callback("probeByOptions"),
} satisfies ApiOperations;

export const apiOperations = {
  ...transferOperations,
  ...fundingOperations,
  ...payOperations,
  ...payeeOperations,
  ...viewOperations,
  ...letterheadOperations,
  ...batchOperations,
  ...bookOperations,
  ...bulkOperations,
  ...controlOperations,
  ...attention,
  ...words,
  ...insightOperations,
  ...hold,
  ...audit,
  ...peopleOperations,
  ...reach,
  ...webhookOperations,
  ...callbacks,
  ...description,
} satisfies ApiOperations;

/** Such as `GET /api/transfers/[id]`. */
export type OperationName = keyof typeof apiOperations;

/** In the order of the table. */
export function listOperations(): [OperationName, ApiOperation][] {
  return Object.entries(apiOperations) as [OperationName, ApiOperation][];
}
