import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  type Account,
  accountsOf,
  checkAccount,
  checkAgain,
  onWalletChange,
  switchChain,
  type Terms,
  type Wallet,
} from "#lib/browser/wallet";
import { transferQuery } from "#lib/calls/queries";
import { Problem } from "#lib/contract/problem";
import { type Confirmed, fundFrom, type Question } from "./fund-from";

/** What the screen says of a transfer, drawn by the server as well. `newId` is of this question, and made with it. */
export type Asked = {
  id: string;
  newId: string;
  terms: Terms;
  amount: string;
  /** By why it stopped, and under no name for all else: `{wallet}` stands for the wallet's name. */
  stops: ReadonlyMap<string, string>;
  facts: ReactNode;
  /** Said of an account that is a contract, and of one that may be unable to pay the network's fee. */
  ofContract: ReactNode;
  ofFee: ReactNode;
};
/** `doubt` is said before its confirmation. */
export type Chosen = Question & Account & { doubt?: string; confirms?: Confirmed };
type Step =
  | { at: "wallets"; words?: string }
  /** The wallet asks its owner; before the licence a person can go back. */
  | { at: "wait"; words: string; isFree: boolean }
  | { at: "accounts"; wallet: Wallet; accounts: string[] }
  | { at: "sheet"; chosen: Chosen }
  | { at: "end"; words: string };

/** From a wallet's name to its answer, a step at a time. */
export function useWallet({ id, newId, terms, stops }: Asked) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ at: "wallets" });
  const turn = useRef(0);
  const chosen = step.at === "sheet" ? step.chosen : undefined;
  useEffect(
    () =>
      chosen &&
      onWalletChange(chosen.wallet, () => {
        const own = turn.current;
        checkAgain(chosen.wallet, chosen.terms, chosen.from).catch(() => {
          // Asked meanwhile, it is checked once more before the wallet is.
          if (own === turn.current)
            setStep({ at: "wallets", words: "The wallet changed its account or network." });
        });
      }),
    [chosen],
  );

  /** What a person has left meanwhile draws nothing any more. */
  async function run({ name }: Wallet, words: string, work: () => Promise<Step>, isFree = true) {
    turn.current += 1;
    const own = turn.current;
    setStep({ at: "wait", words, isFree });
    const next = await work().catch((error): Step => ({ at: "end", words: wordsOf(Object(error), name) }));
    if (own === turn.current) setStep(next);
  }

  function wordsOf(error: Error, name: string): string {
    if (error instanceof Problem) return error.detail;
    return (stops.get(error.message) ?? stops.get("") ?? "").replace("{wallet}", () => name);
  }

  const check = (wallet: Wallet, from: string) => async (): Promise<Step> => {
    await switchChain(wallet, terms);
    const account = await checkAccount(wallet, terms, from);
    return { at: "sheet", chosen: { id, terms, wallet, from, newId, ...account } };
  };
  return {
    step,
    choose: (wallet: Wallet) =>
      run(wallet, `Connect in ${wallet.name}.`, async () => {
        const accounts = await accountsOf(wallet);
        const [from = "", ...others] = accounts;
        return others[0] ? { at: "accounts", wallet, accounts } : check(wallet, from)();
      }),
    chooseAccount: (wallet: Wallet, from: string) =>
      run(wallet, `Approve or refuse in ${wallet.name}.`, check(wallet, from)),
    send: (its: Chosen) =>
      run(
        its.wallet,
        `Compare amount, network and address in ${its.wallet.name}. Refuse anything else.`,
        async () => {
          try {
            const refresh = () => client.invalidateQueries(transferQuery(id));
            return { at: "end", words: await fundFrom(its, its.confirms ?? {}, refresh) };
          } catch (error) {
            const { extra, detail: doubt } = Object(error);
            if (!extra?.confirm) throw error;
            return {
              at: "sheet",
              chosen: { ...its, doubt, confirms: { ...its.confirms, ...extra.confirm } },
            };
          }
        },
        false,
      ),
    restart: () => {
      turn.current += 1;
      setStep({ at: "wallets" });
    },
  };
}
