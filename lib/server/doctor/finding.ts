import "server-only";
import { detailOf } from "#lib/problem";
import { ConfigurationError } from "../env";

/** What a check found: `bad` stops the work or endangers money, `warn` is for a person to judge. */
export type Finding = {
  level: "ok" | "warn" | "bad";
  /** What was looked at, in a word or two. */
  topic: string;
  /** What was found and, unless it is well, what to do. */
  text: string;
};

/** Findings as they come. */
export type Findings = AsyncGenerator<Finding, void, undefined>;

export const ok = (topic: string, text: string): Finding => ({ level: "ok", topic, text });
export const warn = (topic: string, text: string): Finding => ({ level: "warn", topic, text });
export const bad = (topic: string, text: string): Finding => ({ level: "bad", topic, text });

/** What a failure says, a finding for each of its faults. */
export function failed(topic: string, error: unknown): Finding[] {
  if (error instanceof ConfigurationError) return error.faults.map((fault) => bad(topic, fault));
  return [bad(topic, error instanceof Error ? titled(error) : "It cannot be checked.")];
}

function titled(error: Error): string {
  return "title" in error ? `${error.title}. ${detailOf(error)}` : error.message;
}
