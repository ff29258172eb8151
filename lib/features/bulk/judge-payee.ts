import { stripAccountNumber } from "#lib/bank/account-number";
import { type BankNamer, bankNamer } from "#lib/bank/bank-namer";
import { type BankIndex, indexBanks, searchBanks } from "#lib/bank/bank-search";
import { hasWrongCheckDigit, wrongCheckDigit } from "#lib/bank/nuban";
import { PayeeInput } from "#lib/contract/payees";
import type { Cell, Row } from "#lib/table/table";
import { plainDigits } from "#lib/text/plain-digits";
import { type PayeeField, payeeFieldIds } from "./payee-fields";

/**
 * Judges a row of payees as the form of a payee would, each cell by itself. Invariant: what a spreadsheet lost is offered and
 * never put back in silence, and what could be two things is asked.
 */

export type ListedBank = { code: string; name: string };
/** What a person says of a row. What is left out is as in the file. */
export type PayeeChange = {
  name?: string | undefined;
  bank?: ListedBank | undefined;
  accountNumber?: string | undefined;
  accountName?: string | undefined;
  howChecked?: string | undefined;
  confirmCheckDigit?: boolean | undefined;
  isLeftOut?: boolean | undefined;
};
export const faultKinds = ["wrong", "lost_zero", "lost_digits", "check_digit", "bank", "name_known"] as const;
export type PayeeFault = {
  path: PayeeField | "howChecked";
  kind: (typeof faultKinds)[number];
  message: string;
};
/** As it would be saved, as far as it can be read. */
export type ReadPayee = { name: string; bank: ListedBank | null; accountNumber: string; accountName: string };
export type JudgedPayee = {
  read: ReadPayee;
  faults: PayeeFault[];
  /** The account number with the zeros that a spreadsheet takes. */
  withZeros?: string;
  /** Banks that may be meant. */
  choices: ListedBank[];
};

export type Banks = {
  index: BankIndex<ListedBank>;
  named: BankNamer<ListedBank>;
  list: readonly ListedBank[];
};

export function readBanks(list: readonly ListedBank[]): Banks {
  const index = indexBanks(list);
  return { index, named: bankNamer(index), list };
}

const digitsOfAccount = 10;
/** With fewer it is no account that lost zeros. */
const leastDigits = 6;
const mostChoices = 5;

export function judgePayee(
  row: Pick<Row<PayeeField>, "cells">,
  banks: Banks,
  change: PayeeChange = {},
): JudgedPayee {
  const bank = change.bank === undefined ? readBank(row.cells.bank, banks) : chosenBank(change.bank, banks);
  const account = readAccount(row.cells.accountNumber, change.accountNumber);
  const read: ReadPayee = {
    name: change.name ?? row.cells.name.text,
    bank: bank.bank,
    accountNumber: account.digits,
    accountName: change.accountName ?? row.cells.accountName.text,
  };
  const faults = new Map<string, PayeeFault>();
  const add = (fault: PayeeFault | undefined) => {
    if (fault !== undefined && !faults.has(fault.path)) faults.set(fault.path, fault);
  };
  for (const path of payeeFieldIds) if (change[path] === undefined) add(faultOfForm(path, row.cells[path]));
  add(bank.fault);
  add(account.fault);
  for (const fault of faultsOfForm(read, change.howChecked)) add(fault);
  if (change.confirmCheckDigit !== true && read.bank !== null)
    if (hasWrongCheckDigit(read.bank, read.accountNumber))
      add({ path: "accountNumber", kind: "check_digit", message: wrongCheckDigit });
  const { withZeros } = account;
  return {
    read,
    faults: [...payeeFieldIds, "howChecked" as const].flatMap((path) => faults.get(path) ?? []),
    choices: bank.choices,
    ...(withZeros !== undefined && { withZeros }),
  };
}

/** What `POST /api/payees` takes. */
export function payeeInputOf(
  { name, bank, accountNumber, accountName }: ReadPayee,
  howChecked?: string,
): PayeeInput {
  return {
    ...{ name, accountNumber, accountName, bankCode: bank?.code ?? "" },
    ...(bank !== null && { bankName: bank.name }),
    ...(howChecked !== undefined && { howChecked }),
  };
}

/** What the form would say. */
function faultsOfForm(read: ReadPayee, howChecked: string | undefined): PayeeFault[] {
  const { error } = PayeeInput.safeParse(payeeInputOf(read, howChecked));
  return (error?.issues ?? []).map(({ path: [first], message }) => {
    const path = first === "bankCode" || first === "bankName" ? "bank" : (first as PayeeFault["path"]);
    return { path, kind: path === "bank" ? "bank" : "wrong", message };
  });
}

/** What the spreadsheet made of a cell. */
export function faultOfForm<Path extends string>(
  path: Path,
  { text, form }: Cell,
): { path: Path; kind: "lost_digits" | "wrong"; message: string } | undefined {
  if (form === "error" || /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)$/.test(text.trim()))
    return {
      ...{ path, kind: "lost_digits" },
      message: `The spreadsheet has an error here (${text.trim()}). Type what belongs here.`,
    };
  if (form === "date")
    return { path, kind: "wrong", message: "The spreadsheet made a date of this. Type what belongs here." };
  return undefined;
}

/** Whether a spreadsheet has made a power of ten, or a column too narrow, of a number. */
export function hasLostDigits(text: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text) || /^#{2,}$/.test(text);
}

export function readAccount(
  { text, form }: Cell,
  typed: string | undefined,
): { digits: string; fault?: PayeeFault; withZeros?: string } {
  const given = typed ?? text;
  const fault = (kind: PayeeFault["kind"], message: string): PayeeFault => ({
    path: "accountNumber",
    kind,
    message,
  });
  const plain = plainDigits(given.trim());
  if (hasLostDigits(plain))
    return {
      digits: given,
      fault: fault("lost_digits", "The spreadsheet has cut the digits off. Type the whole number."),
    };
  if (typed === undefined && form === "number" && plain.length > digitsOfAccount)
    return {
      digits: given,
      fault: fault("lost_digits", "This is no account number. Type the whole number."),
    };
  const digits = stripAccountNumber(given);
  if (!/^\d+$/.test(digits) || digits.length < leastDigits || digits.length >= digitsOfAccount)
    return { digits };
  const lost = digitsOfAccount - digits.length;
  return {
    digits,
    withZeros: digits.padStart(digitsOfAccount, "0"),
    fault: fault(
      "lost_zero",
      `The account number has ${digits.length} digits. A spreadsheet may have taken ${lost === 1 ? "the zero" : `${lost} zeros`} in front.`,
    ),
  };
}

export type FoundBank = { bank: ListedBank | null; choices: ListedBank[]; fault?: PayeeFault };

function bankFault(message: string): PayeeFault {
  return { path: "bank", kind: "bank", message };
}

export function chosenBank(chosen: ListedBank, { list }: Banks): FoundBank {
  const bank = list.find(({ code, name }) => code === chosen.code && name === chosen.name);
  if (bank !== undefined) return { bank, choices: [] };
  return {
    bank: null,
    choices: [],
    fault: bankFault("This bank isn’t on the service’s list any more. Choose another."),
  };
}

/** By code, name or short name. Nothing that could be two banks is taken for one. */
export function readBank(
  { text }: Cell,
  { index, named, list }: Banks,
  /** Of banks that may be meant; looking for them is most of the work. */
  most = mostChoices,
): FoundBank {
  const typed = plainDigits(text.trim());
  if (typed === "") return { bank: null, choices: [], fault: bankFault("Choose a bank.") };
  const sameCode = list.filter(({ code }) => code.toLowerCase() === typed.toLowerCase());
  if (sameCode.length > 1)
    return { bank: null, choices: sameCode, fault: bankFault("Several banks have this code. Choose one.") };
  const found = named(typed)?.row;
  const sameName = list.filter(({ name }) => name === found?.name);
  if (sameName.length > 1 && sameCode.length === 0)
    return { bank: null, choices: sameName, fault: bankFault("Several banks have this name. Choose one.") };
  if (found !== undefined) return { bank: found, choices: [] };
  if (/^\d{1,5}$/.test(typed)) return lostZeroOfCode(typed, named);
  const choices = most === 0 ? [] : searchBanks(index, typed).slice(0, most);
  return { bank: null, choices, fault: bankFault(`We know no bank called “${text.trim()}”. Choose one.`) };
}

const lengthsOfCode = [3, 6];

function lostZeroOfCode(typed: string, named: Banks["named"]): FoundBank {
  const padded = lengthsOfCode.flatMap((length) => named(typed.padStart(length, "0"))?.row ?? []);
  const choices = [...new Set(padded)];
  const why = choices.length > 0 ? "A spreadsheet may have taken its zeros." : "";
  return {
    bank: null,
    choices,
    fault: bankFault(`No bank has the code ${typed}. ${why} Choose a bank.`.replace("  ", " ")),
  };
}
