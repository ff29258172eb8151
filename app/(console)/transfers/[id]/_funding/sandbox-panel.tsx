import { useState } from "react";
import type { findWallets, Terms } from "#lib/browser/wallet";
import { call } from "#lib/calls/call";
import { type PanelProps, WalletPanel } from "./wallet-panel";

/** The sandbox's wallet alone: its addresses would swallow the money of a real one. */
export function SandboxPanel(props: PanelProps) {
  const [find] = useState(() => findSandboxWallet(props.id, props.terms));
  return <WalletPanel {...props} find={find} />;
}

/** Sandbox mode only. It has the coins, always agrees, and pays on the sandbox's own network. */
function findSandboxWallet(id: string, terms: Terms): typeof findWallets {
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => [account],
    eth_accounts: () => [account],
    eth_chainId: () => terms.transaction.chainId,
    eth_getCode: () => "0x",
    eth_getBalance: () => word(10n ** 18n),
    eth_gasPrice: () => word(10n ** 9n),
    eth_call: (params) =>
      word(BigInt(JSON.stringify(params).includes("0x313ce567") ? terms.decimals : terms.units)),
    eth_sendTransaction: async () => {
      const { body } = await call("POST /api/transfers/[id]/sandbox", {
        params: { id },
        body: { status: "pay_all" },
      });
      return body.tx;
    },
  };
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) =>
    answers[method]?.(params);
  return (onFound) => {
    onFound({ name: "Sandbox wallet", rdns: "", provider: { request } });
    return () => undefined;
  };
}

const account = `0x${"5a".repeat(20)}`;
