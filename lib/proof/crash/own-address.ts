import { randomBytes } from "node:crypto";
import { evmAddress } from "#lib/asset/address";
import { answer, goodAddress } from "#lib/testing/service/faulty-service";
import type { CountingService } from "./service";

/** Creates the transfer, with an address that no other one has: one that is shared is never funded. */
export const answerOwn: Parameters<CountingService["onInitiate"]>[0] = (create, response, call) =>
  answer(200, create().replace(goodAddress, evmAddress(randomBytes(20))))(response, call);
