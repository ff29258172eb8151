import * as z from "zod/mini";
import { liveFundings } from "#lib/transfer/funding";

/** Who asked which wallet to send, while it may still do so or has. */
export const LiveFunding = z
  .strictObject({
    id: z.uuid(),
    state: z.enum(liveFundings),
    person: z.string().check(z.describe("Whose wallet it is.")),
    wallet: z.string().check(z.describe("As the wallet calls itself.")),
    from: z.string(),
    askedAt: z.iso.datetime(),
    hash: z.nullable(z.string().check(z.describe("The transaction, as the wallet says it."))),
  })
  .check(
    z.describe("The browser wallet that was asked to send and may have. Its word is a claim: see `deposit`."),
  );
