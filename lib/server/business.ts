import "server-only";
import type { Business } from "#lib/contract/api";
import { business } from "./offramp";

/**
 * Invariant: a business is usable only when the service says `active` (2.5), whatever its case and outer spaces, and
 * that is asked, never kept.
 */

/** The business of the key and whether it is usable. Throws a `Problem` when the service does not say. */
export async function getBusiness(): Promise<Business> {
  const { business: record } = await business();
  const { name, type, website, status, owner } = record;
  const usable = status.trim().toLowerCase() === "active";
  return { name, type, website, status, owner, usable, checkedAt: new Date().toISOString() };
}
