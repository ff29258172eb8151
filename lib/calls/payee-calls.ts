import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { PayeeChange, PayeeInput, PayeeVersionInput } from "#lib/contract/payees";
import { call } from "./call";

/** What a person does with payees. Each call throws a `Problem`. */

export function payeesQuery(q: string) {
  return queryOptions({
    queryKey: ["payees", q],
    queryFn: async ({ signal }) => (await call("GET /api/payees", { query: { q }, signal })).body,
  });
}

/** With the whole account number; the server logs it. */
export const openPayee = async (id: string) =>
  (await call("GET /api/payees/[id]/account", { params: { id } })).body;

export const savePayee = async (body: PayeeInput) => (await call("POST /api/payees", { body })).body;

export function changePayee(id: string) {
  return mutationOptions({
    mutationKey: ["change-payee", id],
    mutationFn: async (body: PayeeChange) =>
      (await call("PATCH /api/payees/[id]", { params: { id }, body })).body,
  });
}

export const changeAccount = (id: string, body: PayeeVersionInput) =>
  call("POST /api/payees/[id]/versions", { params: { id }, body });
