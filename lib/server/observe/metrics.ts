import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { endpoints, type Operation } from "#lib/contract/offramp";
import type { ProblemCode } from "#lib/contract/problem";
import { env } from "#lib/server/config/env";
import { once } from "#lib/server/config/once";

/**
 * Invariant: every label has a closed set of values, so nobody from outside can make a series. These are of this process;
 * `stored-metrics.ts` has the database's.
 */

/** Also one whose client left before the answer. */
type AnsweredRequest = { route: string; method: string; status: string; seconds: number };

const outcomes = ["accepted", "rejected", "unknown"] as const;
const callbackResults = [
  "kept",
  "probe",
  "unknown_token",
  "held",
  "too_many",
  "broken_off",
  "too_slow",
  "not_kept",
] as const;
export type CallbackResult = (typeof callbackResults)[number];

const depositChanges = ["seen", "moved", "confirmed", "gone", "disputed", "unread"] as const;
export type DepositChange = (typeof depositChanges)[number];

const deliveryResults = ["delivered", "failed", "given_up"] as const;

const limits = ["transfer", "person_day", "business_day"] as const;
export type Limit = (typeof limits)[number];

/** Other codes count too, but start with their first failure. */
const serviceCodes = [
  "key_rejected",
  "not_the_service",
  "rate_limited",
  "service_failed",
  "service_refused",
  "service_timeout",
  "service_unreachable",
  "unusable_answer",
] as const satisfies ProblemCode[];

const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function makeMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "dashboard_http_request_duration_seconds",
    help: "Requests by route, method and status.",
    labelNames: ["route", "method", "status"],
    buckets,
    registers,
  });
  const calls = new Histogram({
    name: "dashboard_service_call_duration_seconds",
    help: "Calls to the offramp service.",
    labelNames: ["operation"],
    buckets,
    registers,
  });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `dashboard_${name}_total`, help, labelNames, registers });
  const errors = counter("service_errors", "Calls to the offramp service that failed, by code.", [
    "operation",
    "code",
  ]);
  const submissions = counter("submissions", "Transfers that were sent, by outcome.", ["outcome"]);
  const callbacks = counter("callbacks", "Callbacks from the service, by result.", ["result"]);
  const chainCalls = counter("chain_calls", "Calls to the nodes of networks, by outcome.", [
    "network",
    "outcome",
  ]);
  const chainLooks = new Histogram({
    name: "dashboard_chain_look_seconds",
    help: "Looks at networks that went well.",
    labelNames: ["network", "look"],
    buckets,
    registers,
  });
  const reorgs = counter("chain_reorgs", "Settled blocks that became others.", ["network"]);
  const deposits = counter("deposits", "Changes of deposits on networks, by what became of them.", ["label"]);
  const deliveries = counter("deliveries", "Tries of webhooks, by result.", ["result"]);
  const limited = counter("limit_refusals", "Transfers that a limit of the rules for payouts refused.", [
    "limit",
  ]);
  // A series that starts with its first event hides that event from a rate.
  for (const operation of Object.keys(endpoints))
    for (const code of serviceCodes) errors.inc({ operation, code }, 0);
  for (const outcome of outcomes) submissions.inc({ outcome }, 0);
  for (const result of callbackResults) callbacks.inc({ result }, 0);
  for (const label of depositChanges) deposits.inc({ label }, 0);
  for (const result of deliveryResults) deliveries.inc({ result }, 0);
  for (const limit of limits) limited.inc({ limit }, 0);
  const { version, commit = "" } = env();
  const info = { name: "dashboard_info", help: "What is running; always 1.", registers };
  new Gauge({ ...info, labelNames: ["version", "commit"] }).set({ version, commit }, 1);
  return {
    registry,
    requests,
    calls,
    errors,
    submissions,
    callbacks,
    chainCalls,
    chainLooks,
    reorgs,
    deposits,
    deliveries,
    limited,
  };
}

const metrics = () => once("metrics", makeMetrics);

export function countRequest({ seconds, ...labels }: AnsweredRequest): void {
  metrics().requests.observe(labels, seconds);
}

/** Until its answer or its failure. */
export function countServiceCall(operation: Operation, seconds: number): void {
  metrics().calls.observe({ operation }, seconds);
}

export function countServiceError(operation: Operation, code: ProblemCode): void {
  metrics().errors.inc({ operation, code });
}

export function countSubmission(outcome: (typeof outcomes)[number]): void {
  metrics().submissions.inc({ outcome });
}

export function countCallback(result: CallbackResult): void {
  metrics().callbacks.inc({ result });
}

export function countDelivery(result: (typeof deliveryResults)[number]): void {
  metrics().deliveries.inc({ result });
}

export function countLimitRefusal(limit: Limit): void {
  metrics().limited.inc({ limit });
}

/** `network` is one of the configured ones. */
export function countChainCall(
  network: string,
  outcome: "answered" | "refused" | "throttled" | "broken",
): void {
  metrics().chainCalls.inc({ network, outcome });
}

export function countChainLook(network: string, look: "quick" | "settling" | "audit", seconds: number): void {
  metrics().chainLooks.observe({ network, look }, seconds);
}

/** Nothing counts that was not written. */
export function countDeposits(changes: readonly DepositChange[]): void {
  for (const label of changes) metrics().deposits.inc({ label });
}

export function countReorg(network: string): void {
  metrics().reorgs.inc({ network });
}

/** Before the first one of a network that is watched. */
export function expectReorgs(network: string): void {
  metrics().reorgs.inc({ network }, 0);
}

/** In the text format of Prometheus, with its content type. */
export async function writeMetrics(): Promise<{ text: string; type: string }> {
  const { registry } = metrics();
  return { text: await registry.metrics(), type: registry.contentType };
}
