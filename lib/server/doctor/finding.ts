import { detailOf, Problem } from "#lib/contract/problem";
import { ConfigurationError } from "#lib/server/config/env";
import { explainFailure } from "#lib/server/database/explain-failure";

/** `bad` stops the work or endangers money, `warn` is for a person to judge. */
export type Finding = {
  level: "ok" | "warn" | "bad";
  /** In a word or two. */
  topic: string;
  /** What was found and, unless it is well, what to do. */
  text: string;
};

export type Findings = AsyncGenerator<Finding, void, undefined>;

export const ok = (topic: string, text: string): Finding => ({ level: "ok", topic, text });
export const warn = (topic: string, text: string): Finding => ({ level: "warn", topic, text });
export const bad = (topic: string, text: string): Finding => ({ level: "bad", topic, text });

/** A finding for each fault of a failure. */
export function failed(topic: string, error: unknown): Finding[] {
  if (error instanceof ConfigurationError) return error.faults.map((fault) => bad(topic, fault));
  if (!(error instanceof Error)) return [bad(topic, "Couldn't check this.")];
  const isOfService = error instanceof Problem && error.code !== "database_unavailable";
  return [bad(topic, isOfService ? titled(error) : explainFailure(error))];
}

function titled(error: Problem): string {
  return `${error.title}. ${detailOf(error)}`;
}
