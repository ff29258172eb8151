import { useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, type ReactNode, useRef, useState } from "react";
import { numbersIn } from "#lib/bank/account-number";
import { banksQuery } from "#lib/calls/bank-calls";
import type { Bank } from "#lib/contract/api";
import { loadPasteReader, type ReadRecipient } from "./load-bank-search";

type Props = {
  country: string;
  /** Takes over what the text says. */
  onRead: (read: ReadRecipient<Bank>) => void;
  /** The bank, the number and the name. */
  children: ReactNode;
};

/** A message about an account that is pasted into one of the fields fills them all, and that is said. */
export function RecipientPaste({ country, onRead, children }: Props) {
  const client = useQueryClient();
  const [said, setSaid] = useState("");
  const edits = useRef(0);

  async function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text/plain");
    const { accounts, phones } = numbersIn(text);
    const [accountNumber = phones[0]] = accounts;
    // Digits alone are for the field itself, and of two accounts neither is guessed.
    if (accountNumber === undefined || accounts.length > 1 || !/\p{L}{2}/u.test(text)) return;
    event.preventDefault();
    onRead({ accountNumber });
    edits.current += 1;
    const own = edits.current;
    const [reader, list] = await Promise.all([
      loadPasteReader().catch(() => undefined),
      client.ensureQueryData(banksQuery(country)).catch(() => undefined),
    ]);
    // What was typed meanwhile stays.
    if (reader === undefined || own !== edits.current) return;
    const read = reader.readRecipient(text, reader.indexBanks(list?.banks ?? []));
    if (read === undefined) return;
    onRead(read);
    setSaid(wordsOf(read));
  }

  function edit() {
    edits.current += 1;
    setSaid("");
  }

  return (
    <div className="contents" onPaste={paste} onInput={edit}>
      {children}
      <p role="status" className="col-span-full -mt-3 text-[0.8125rem]/5 text-muted empty:hidden">
        {said}
      </p>
    </div>
  );
}

function wordsOf({ bank, unknownBank, accountName }: ReadRecipient<Bank>): string {
  const filled = [
    ...(bank === undefined ? [] : ["the bank"]),
    "the account number",
    ...(accountName === undefined ? [] : ["the account name"]),
  ];
  const unknown =
    unknownBank === undefined ? "" : ` The service’s list has no bank called “${unknownBank}”: choose it.`;
  if (filled.length === 1) return unknown.trim();
  const last = filled.pop();
  return `We filled in ${filled.join(", ")} and ${last} from what you pasted. Compare them with it.${unknown}`;
}
