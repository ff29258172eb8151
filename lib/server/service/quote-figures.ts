import type * as z from "zod/mini";
import { findAsset } from "#lib/asset/assets";
import type { QuoteRequest, QuoteResponse } from "#lib/contract/offramp";
import { numberText } from "#lib/contract/wire";
import { env } from "#lib/server/config/env";
import { quoteContradiction } from "#lib/server/reading/quote-contradictions";

const names: Record<string, string> = { rate: "rate", output_amount: "output", fee: "fee" };
const longest = 40;

/** Says which figures of an unusable quote cannot be used, and why: `: its rate is "abc", which must be a number`. */
export function unusableFigures(body: unknown, { issues }: z.core.$ZodError): string {
  const said = new Map<string, string>();
  for (const { path, message } of issues) {
    const [top, field] = path.map(String);
    const name = top === "quote" ? names[field ?? ""] : undefined;
    if (name !== undefined && !said.has(name)) said.set(name, faultOf(name, figureIn(body, field), message));
  }
  return said.size === 0 ? "" : `: ${[...said.values()].join("; ")}`;
}

function faultOf(name: string, value: unknown, message: string): string {
  if (value === undefined || value === null) return `it has no ${name}`;
  const text = numberText(value) ?? (typeof value === "string" ? value : "");
  // Anybody's words may stand there; only digits are shown.
  if (!/^[-+\d.,eE]+$/.test(text)) return `its ${name} is not a number`;
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return `its ${name} is ${cut}, which ${message}`;
}

function figureIn(body: unknown, field: string | undefined): unknown {
  const { quote } = body as { quote?: Record<string, unknown> };
  return quote?.[field ?? ""];
}

/** Why a whole quote is none of what was asked for: `it is for another currency`. */
export function otherThanAsked(
  answer: QuoteResponse,
  { amount, asset, currency }: QuoteRequest,
): string | undefined {
  const { fromCurrency: token = "", network = "" } = findAsset(env().assets, asset) ?? {};
  return quoteContradiction(answer, { amount, token, network, currency }, Date.now());
}
