import type { Amount } from "#lib/money/money";
import type { Asked } from "#lib/server/reading/asked";
import type { StoredBody } from "#lib/server/reading/callback-body";

/** 100 USDC on Base at 1,538.42, less a fee of 769.21 naira. */
export const askedFor100: Asked = {
  amount: "100" as Amount,
  token: "USDC",
  outputs: ["153072.79", "153842"] as Amount[],
  rate: "1538.42" as Amount,
  fee: "769.21" as Amount,
  ...{ network: "base", currency: "NGN", accountNumber: "0123456789" },
};

/** A body as it is stored: text, or bytes in base64. */
export function storedBody(body: string | Buffer): StoredBody {
  const isText = typeof body === "string";
  return {
    raw: isText ? body : body.toString("base64"),
    raw_encoding: isText ? "utf8" : "base64",
    is_truncated: 0,
    body_hash: null,
  };
}
