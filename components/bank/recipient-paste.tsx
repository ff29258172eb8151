import { useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, type ReactNode, useRef, useState } from "react";
import { longestRead, numbersIn } from "#lib/bank/numbers-in";
import { banksQuery } from "#lib/calls/bank-calls";
import type { Bank } from "#lib/contract/api";
import { type FilledRecipient, loadPasteReader, type ReadRecipient } from "./load-bank-search";

type Props = {
  country: string;
  /** Takes over what the text says. */
  onRead: (read: FilledRecipient<Bank>) => void;
  /** The bank, the number and the name. */
  children: ReactNode;
};

const tooLong =
  "That text is too long to read. Paste only the lines with the bank, the account number and the account name.";
const noAccount = "We found no account number in what you pasted.";

/** A message about an account that is pasted into one of the fields fills them all, and that is said. */
export function RecipientPaste({ country, onRead, children }: Props) {
  const client = useQueryClient();
  const [said, setSaid] = useState("");
  const edits = useRef(0);
  const last = useRef<ReadRecipient<Bank>>({});

  async function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text/plain");
    const { accounts, phones } = numbersIn(text);
    const [accountNumber] = accounts;
    // Digits alone are for the field itself, and of two accounts neither is guessed.
    const isMessage = accounts.length === 1 || (accounts.length === 0 && phones.length === 1);
    const isTooLong = text.length > longestRead;
    if (!isTooLong && (!isMessage || !/\p{L}{2}/u.test(text))) return;
    event.preventDefault();
    edits.current += 1;
    const own = edits.current;
    if (isTooLong) return setSaid(tooLong);
    if (accountNumber !== undefined) onRead({ accountNumber });
    const [reader, list] = await Promise.all([
      loadPasteReader().catch(() => undefined),
      client.ensureQueryData(banksQuery(country)).catch(() => undefined),
    ]);
    // What was typed meanwhile stays.
    if (reader === undefined || own !== edits.current) return;
    const { unknownBank, ...known } = reader.readRecipient(text, reader.indexBanks(list?.banks ?? [])) ?? {};
    // Without the list nothing can be said of it.
    const read = { ...known, ...(list !== undefined && unknownBank !== undefined && { unknownBank }) };
    onRead(instead(last.current, read));
    last.current = read;
    setSaid(wordsOf(read));
  }

  function edit() {
    edits.current += 1;
    last.current = {};
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

/** What the text before it filled in is none of this account's. */
function instead(last: ReadRecipient<Bank>, read: ReadRecipient<Bank>): FilledRecipient<Bank> {
  if (read.accountNumber === undefined) return read;
  return {
    ...(last.bank !== undefined && { bank: null }),
    ...(last.accountName !== undefined && { accountName: "" }),
    ...read,
  };
}

function wordsOf({ accountNumber, bank, unknownBank, accountName }: ReadRecipient<Bank>): string {
  const filled = [
    ...(bank === undefined ? [] : ["the bank"]),
    ...(accountNumber === undefined ? [] : ["the account number"]),
    ...(accountName === undefined ? [] : ["the account name"]),
  ];
  const missing = [
    ...(accountNumber === undefined ? [noAccount] : []),
    ...(unknownBank === undefined
      ? []
      : [`The service’s list has no bank called “${unknownBank}”: choose it.`]),
  ];
  // A number alone goes where it was pasted.
  if (filled.length === 0 || (filled.length === 1 && accountNumber !== undefined)) return missing.join(" ");
  const last = filled.pop();
  const parts = filled.length === 0 ? last : `${filled.join(", ")} and ${last}`;
  return [`We filled in ${parts} from what you pasted. Compare them with it.`, ...missing].join(" ");
}
