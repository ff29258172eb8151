import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { focusLate } from "#lib/browser/late-focus";
import { findWallets, type Wallet } from "#lib/browser/wallet";
import { type Asked, useWallet } from "./use-wallet";

export type PanelProps = Asked & { onLeave: () => void };
type Find = typeof findWallets;

/** From the choice of a wallet to its answer. Loaded by a click. */
export function WalletPanel({ find = findWallets, onLeave, ...asked }: PanelProps & { find?: Find }) {
  const wallets = useWallets(find);
  const { step, choose, chooseAccount, send, restart } = useWallet(asked);
  const head = useRef<HTMLParagraphElement>(null);
  const { at } = step;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus goes with each step.
  useEffect(() => focusLate(head.current), [step]);
  const heads = {
    wallets: wallets[0] ? "Choose a wallet." : "No wallet found in this browser. Copy the address.",
    accounts: "Choose the account to send from.",
    sheet: "Check this before the wallet is asked.",
    wait: "",
    end: "",
  };
  return (
    <div className="space-y-3">
      <p ref={head} tabIndex={-1} className="font-medium outline-none">
        {"words" in step && step.words} {heads[at]}
      </p>
      {at === "wallets" &&
        wallets.map((wallet, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows, and names repeat.
          <Button key={place} className="mr-2" onClick={() => choose(wallet)}>
            {wallet.name || "Unnamed wallet"} <span className="text-muted">{wallet.rdns}</span>
          </Button>
        ))}
      {at === "accounts" &&
        step.accounts.map((from) => (
          <Button
            key={from}
            className="mr-2 h-auto break-all"
            onClick={() => chooseAccount(step.wallet, from)}
          >
            {from}
          </Button>
        ))}
      {at === "sheet" && (
        <>
          {asked.facts}
          <p className="break-all">From {step.chosen.from}</p>
          {step.chosen.isContract && asked.ofContract}
          {step.chosen.lacksFee && asked.ofFee}
          {step.chosen.doubt && <p className="text-warn">{step.chosen.doubt}</p>}
          <Button variant="primary" className="mr-2" onClick={() => send(step.chosen)}>
            {step.chosen.doubt && "I checked: nobody has sent. "}Ask {step.chosen.wallet.name} to send{" "}
            {asked.amount}
          </Button>
        </>
      )}
      {(at !== "wait" || step.isFree) && (
        <Button onClick={at === "wallets" || at === "end" ? onLeave : restart}>
          {at === "end" ? "Done" : "Back"}
        </Button>
      )}
    </div>
  );
}

/** Late ones too. Each is known by its object: names and numbers repeat. */
function useWallets(find: Find) {
  const [wallets, setWallets] = useState<Wallet[]>([]);
  useEffect(
    () =>
      find((found) =>
        setWallets((known) =>
          known.some(({ provider }) => provider === found.provider) ? known : [...known, found],
        ),
      ),
    [find],
  );
  return wallets;
}
