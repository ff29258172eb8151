import { Insight, InsightInput } from "#lib/features/insight/insight-api";
import type { ApiOperations } from "./api-operation";

export const insightOperations = {
  "GET /api/insight": {
    id: "getInsight",
    text: "The transfers created in a range of days, and what became of them: amounts by token, times until paid, success by bank, the accounts that get the most, and rates.",
    may: "read",
    query: InsightInput,
    answers: { 200: { text: "The figures.", schema: Insight } },
  },
} satisfies ApiOperations;
