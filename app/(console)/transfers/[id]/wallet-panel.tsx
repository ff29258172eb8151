import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { findWallets, type Wallet } from "#lib/browser/wallet";
import { type Asked, type Chosen, useWallet } from "./use-wallet";

export type PanelProps = Asked & { onLeave: () => void };
type Find = typeof findWallets;

/** From the choice of a wallet to its answer. Loaded by a click. */
export function WalletPanel({ find = findWallets, onLeave, ...asked }: PanelProps & { find?: Find }) {
  const wallets = useWallets(find);
  const { step, choose, chooseAccount, send, restart } = useWallet(asked);
  const head = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus goes with each step.
  useEffect(() => head.current?.focus(), [step]);
  return (
    <div className="space-y-3">
      <p ref={head} tabIndex={-1} className="foreign-text font-medium outline-none">
        {"words" in step && `${step.words} `}
        {step.at === "wallets" &&
          (wallets.length > 0 ? "Choose a wallet." : "No wallet found in this browser. Copy the address.")}
        {step.at === "accounts" && "Choose the account to send from."}
        {step.at === "sheet" && "Check this before the wallet is asked."}
      </p>
      {step.at === "wallets" &&
        wallets.map((wallet) => (
          <Choice key={wallet.key} onClick={() => choose(wallet)}>
            {wallet.name} <span className="font-normal text-muted">{wallet.rdns}</span>
          </Choice>
        ))}
      {step.at === "accounts" &&
        step.accounts.map((from) => (
          <Choice key={from} onClick={() => chooseAccount(step.wallet, from)}>
            {inGroups(from)}
          </Choice>
        ))}
      {step.at === "sheet" && <Sheet {...asked} chosen={step.chosen} onSend={send} />}
      {(step.at !== "wait" || step.isFree) && (
        <Button onClick={step.at === "wallets" || step.at === "end" ? onLeave : restart}>
          {step.at === "end" ? "Done" : "Back"}
        </Button>
      )}
    </div>
  );
}

/** Late ones too. Each is known by its object: names and numbers repeat. */
function useWallets(find: Find) {
  const [wallets, setWallets] = useState<(Wallet & { key: number })[]>([]);
  useEffect(
    () =>
      find((found) =>
        setWallets((known) =>
          known.some(({ provider }) => provider === found.provider)
            ? known
            : [...known, { ...found, key: known.length }],
        ),
      ),
    [find],
  );
  return wallets;
}

type SheetProps = Asked & { chosen: Chosen; onSend: (chosen: Chosen) => void };

function Sheet({ terms, amount, networkName, chosen, onSend }: SheetProps) {
  const rows = [
    ["Amount", amount],
    ["Network", `${networkName} (chain ${terms.chainId})`],
    ["To", inGroups(terms.to)],
    ["From", inGroups(chosen.from)],
    ["Token", inGroups(terms.contract)],
  ];
  return (
    <>
      <dl className="space-y-2">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
      {chosen.isContract && <p>This account is a contract: others may need to approve.</p>}
      {chosen.doubt !== undefined && <p className="text-warn">{chosen.doubt}</p>}
      <Button variant="primary" className="mr-2" onClick={() => onSend(chosen)}>
        {chosen.doubt !== undefined && "Nobody has sent: "}Ask {chosen.wallet.name} to send {amount}
      </Button>
    </>
  );
}

function Choice({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button className="foreign-text mr-2 h-auto" onClick={onClick}>
      {children}
    </Button>
  );
}

const inGroups = (address: string) => `0x ${address.slice(2).match(/.{4}/g)?.join(" ")}`;
