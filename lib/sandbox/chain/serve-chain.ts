import type { Hono } from "hono";
import { answerJson, Refusal } from "#lib/sandbox/answer";
import type { Store } from "#lib/sandbox/life/store";
import { readJsonText } from "#lib/sandbox/read-request";
import type { BlockClock } from "./blocks";
import type { Network } from "./networks";
import { answerRpc } from "./rpc";

type Parts = { store: Store; networks: ReadonlyMap<string, Network>; clock: BlockClock };

/** `POST /sandbox/chain/{network}`: the network's chain, as one of its nodes answers. */
export function addChain(app: Hono, { store, networks, clock }: Parts): void {
  app.post("/sandbox/chain/:network", async (context) => {
    const network = networks.get(context.req.param("network"));
    if (network === undefined) throw new Refusal(404, "The sandbox has no chain of this network.");
    return answerJson(answerRpc({ store, network, clock }, await readJsonText(context.req.raw)));
  });
}
