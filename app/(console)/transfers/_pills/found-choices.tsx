import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { Input } from "#components/form/input";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { shortBankName } from "#lib/bank/short-bank-name";
import { ask } from "#lib/calls/ask";
import { plainWords } from "#lib/text/plain-words";
import { showInvisible } from "#lib/text/visible-text";
import { ChoiceList, type ListedChoice } from "./choice-list";
import type { ChoiceProps } from "./pill-kinds";

/** More are found by typing. */
const mostShown = 60;

const choicesQuery = { ...ask("GET /api/transfers/choices"), staleTime: 60_000 };

/** The banks that were paid. */
export function BankChoices(props: ChoiceProps) {
  const [typed, setTyped] = useState("");
  const { data, error } = useQuery(choicesQuery);
  const choices = data?.banks.map(({ code, name }) => {
    const words = showInvisible(shortBankName(name));
    return {
      key: code,
      chosen: { bank: code },
      words,
      ...(words !== name && { aside: showInvisible(name) }),
    };
  });
  return (
    <Found kind="bank" label="Bank" {...{ typed, setTyped, error, props }}>
      {choices && narrowed(choices, typed)}
    </Found>
  );
}

/** Those who have created a transfer. */
export function PersonChoices(props: ChoiceProps) {
  const [typed, setTyped] = useState("");
  const { data, error } = useQuery(choicesQuery);
  const choices = data?.people.map(({ id, name }) => ({
    key: id,
    chosen: { person: id },
    words: showInvisible(name),
  }));
  return (
    <Found kind="person" label="Who created it" {...{ typed, setTyped, error, props }}>
      {choices && narrowed(choices, typed)}
    </Found>
  );
}

/** Those of the asset table. */
export function NetworkChoices(props: ChoiceProps) {
  const [typed, setTyped] = useState("");
  const { data, error } = useQuery(choicesQuery);
  const choices = data?.networks.map(({ network, name }) => ({
    key: network,
    chosen: { network },
    words: showInvisible(name),
  }));
  return (
    <Found kind="network" label="Network" {...{ typed, setTyped, error, props }}>
      {choices && narrowed(choices, typed)}
    </Found>
  );
}

/** The most used that fit, by the server. */
export function PayeeChoices(props: ChoiceProps) {
  const [typed, setTyped] = useState("");
  const asked = useDeferredValue(plainWords(typed).join(" ").slice(0, 100));
  const { data, error } = useQuery(ask("GET /api/payees", { query: { q: asked } }));
  const choices = data?.payees.map(({ id, name, bankName, accountLastFour }) => ({
    key: id,
    chosen: { payee: id },
    words: showInvisible(name),
    aside: `${showInvisible(shortBankName(bankName))} ••\u2009${accountLastFour}`,
  }));
  return (
    <Found kind="payee" label="Payee" {...{ typed, setTyped, error, props }}>
      {choices}
    </Found>
  );
}

function narrowed(choices: readonly ListedChoice[], typed: string): ListedChoice[] {
  const words = plainWords(typed);
  const fits = ({ words: own, aside = "" }: ListedChoice) => {
    const all = plainWords(`${own} ${aside}`);
    return words.every((word) => all.some((each) => each.startsWith(word)));
  };
  return choices.filter(fits).slice(0, mostShown);
}

type Props = {
  kind: "bank" | "payee" | "person" | "network";
  label: string;
  typed: string;
  setTyped: (typed: string) => void;
  error: Error | null;
  props: ChoiceProps;
  children: readonly ListedChoice[] | undefined;
};

function Found({ kind, label, typed, setTyped, error, props, children: choices }: Props): ReactNode {
  const none = typed.trim() === "" ? "There is none yet." : "Nothing fits what you typed.";
  return (
    <>
      <Input
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
        className="mb-1"
      />
      {error !== null && choices === undefined && <ProblemNotice trouble={asTrouble(error)} isLive />}
      {choices !== undefined && <ChoiceList kind={kind} choices={choices} {...props} />}
      <p role="status" className="px-3 py-1 text-[0.8125rem]/5 text-muted empty:hidden">
        {choices === undefined ? (error === null ? "Loading" : "") : choices.length === 0 ? none : ""}
      </p>
    </>
  );
}
