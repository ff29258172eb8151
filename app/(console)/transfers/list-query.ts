import * as z from "zod/mini";
import { TransferListInput } from "#lib/contract/api";

/** The parameters of a page's URL, as the framework gives them. */
export type SearchParams = Record<string, string | string[] | undefined>;
type ListQuery = { ok: true; input: TransferListInput } | { ok: false; message: string };

const names = ["find", "status", "cursor"] as const;

/** Reads the list's filters from the URL. An empty field of the form counts as absent; foreign parameters are left alone. */
export function readListQuery(params: SearchParams): ListQuery {
  const given = names.flatMap((name) => {
    const value = params[name];
    const text = typeof value === "string" ? value.trim() : value;
    return text === undefined || text === "" ? [] : [[name, text] as const];
  });
  if (given.some(([, value]) => Array.isArray(value))) {
    return { ok: false, message: "A filter stands twice in the address of this page." };
  }
  const parsed = z.safeParse(TransferListInput, Object.fromEntries(given));
  if (parsed.success) return { ok: true, input: parsed.data };
  return { ok: false, message: parsed.error.issues[0]?.message ?? "This filter cannot be read." };
}
