import {
  accountNumber,
  cellsOf,
  closingKobo,
  days,
  type Entry,
  type Form,
  money,
  openingKobo,
  total,
} from "./bank-statements";

/** The month of `bank-statements.ts` in the columns of nine banks. */

const slashed = cellsOf({ day: days.slashed, money: money.grouped });
const dashed = cellsOf({ day: days.dashed, money: money.grouped });
const zeroed = cellsOf({ day: days.slashed, money: money.grouped, nothing: "0.00" });
const upper = cellsOf({ day: days.upper, money: money.grouped, nothing: "-" });
const naira = cellsOf({ day: days.withTime, money: money.naira });
const iso = cellsOf({ day: days.isoTime, money: money.plain });
const spaced = cellsOf({ day: days.spaced, money: money.grouped });
const stanbic = cellsOf({ day: days.slashed, money: money.grouped });

/** The names are those that people's programs look for; no bank publishes its own. */
export const banks: Record<string, Form> = {
  GTBank: {
    above: [
      ["ACME LTD"],
      ["Account No", accountNumber, "", "Currency", "NGN"],
      ["Opening Balance", money.grouped(openingKobo)],
    ],
    columns: [
      ...([
        ["Trans. Date", dashed.day],
        ["Value. Date", dashed.valueDay],
        ["Reference", dashed.reference],
      ] as const),
      ...([
        ["Debits", dashed.debit],
        ["Credits", dashed.credit],
        ["Balance", dashed.balance],
      ] as const),
      ...([
        ["Originating Branch", dashed.said("E-CHANNELS")],
        ["Remarks", dashed.narration],
      ] as const),
    ],
  },
  Zenith: {
    above: [["ZENITH BANK PLC"], [`Account Number: ${accountNumber}`], ["Currency: NAIRA"]],
    columns: [
      ...([
        ["DATE POSTED", zeroed.day],
        ["VALUE DATE", zeroed.valueDay],
        ["DESCRIPTION", zeroed.narration],
      ] as const),
      ...([
        ["DEBIT", zeroed.debit],
        ["CREDIT", zeroed.credit],
        ["BALANCE", zeroed.balance],
      ] as const),
    ],
    below: [["", "", "Total", money.grouped(total("debit")), money.grouped(total("credit")), ""]],
  },
  Access: {
    above: [
      ["Account Name", "ACME LTD"],
      ["Account Number", "012****789"],
      ["Currency", "Nigerian Naira"],
    ],
    columns: [
      ...([
        ["Posted Date", upper.day],
        ["Value Date", upper.valueDay],
        ["Description", upper.narration],
      ] as const),
      ...([
        ["Ref. No", upper.reference],
        ["Debit", upper.debit],
        ["Credit", upper.credit],
      ] as const),
      ...([["Balance", upper.balance]] as const),
    ],
  },
  UBA: {
    above: [["Statement of transactions"], ["Account number:", accountNumber], ["Currency", "NGN"]],
    columns: [
      ...([
        ["Date", slashed.day],
        ["Description", slashed.narration],
        ["Chq. No", slashed.said("")],
      ] as const),
      ...([
        ["Val Date", slashed.valueDay],
        ["Debit", slashed.debit],
        ["Credit", slashed.credit],
      ] as const),
      ...([["Balance", slashed.balance]] as const),
    ],
  },
  "First Bank": {
    above: [
      ["Account No:", accountNumber],
      ["For the Period of:", "01-Nov-2026 to 30-Nov-2026"],
    ],
    columns: [
      ...([
        ["Transaction Date", spaced.day],
        ["Reference", spaced.reference],
        ["Transaction Details", spaced.narration],
      ] as const),
      ...([
        ["Value Date", spaced.valueDay],
        ["Deposit", spaced.credit],
        ["Withdrawal", spaced.debit],
      ] as const),
      ...([["Balance", spaced.balance]] as const),
    ],
    below: [["END OF STATEMENT"]],
  },
  FCMB: {
    above: [
      ["Account", accountNumber],
      ["Closing Balance", `${money.grouped(closingKobo)} CR`],
    ],
    columns: [
      ...([
        ["Tran Date", slashed.day],
        ["Value Date", slashed.valueDay],
        ["Tran ID", slashed.reference],
      ] as const),
      ...([
        ["Narration", slashed.narration],
        ["Withdrawals", slashed.debit],
        ["Lodgements", slashed.credit],
      ] as const),
      ...([["Balance (NGN)", (entry: Entry) => `${slashed.balance(entry)} CR`]] as const),
    ],
  },
  "Stanbic IBTC": {
    above: [
      ["Account number", "", accountNumber],
      ["Currency", "NGN"],
    ],
    columns: [
      ...([
        ["Posting Date", stanbic.day],
        ["Value Date", stanbic.valueDay],
        ["Description", stanbic.narration],
      ] as const),
      ...([
        ["Debit Amount", stanbic.debit],
        ["Credit Amount", stanbic.credit],
        ["Balance", stanbic.balance],
      ] as const),
    ],
    below: [["", "", "Closing Balance", "", "", money.grouped(closingKobo)]],
  },
  Kuda: {
    above: [
      ["Account Number", "", accountNumber],
      ["Summary", "", "Money In", "Money out", "Opening Balance"],
      ["", "", money.naira(total("credit")), money.naira(total("debit")), money.naira(openingKobo)],
    ],
    columns: [
      ...([
        ["Date/Time", naira.day],
        ["Money In", naira.credit],
        ["Money out", naira.debit],
      ] as const),
      ...([
        ["Category", naira.said("transfer")],
        ["To / From", naira.said("ACME/0123")],
      ] as const),
      ...([
        ["Description", naira.narration],
        ["Balance", naira.balance],
      ] as const),
    ],
  },
  Moniepoint: {
    columns: [
      ...([
        ["Account Number", iso.said(accountNumber)],
        ["Date", iso.day],
        ["Narration", iso.narration],
      ] as const),
      ...([
        ["Transaction Ref", iso.reference],
        ["Debit", iso.debit],
        ["Credit", iso.credit],
      ] as const),
      ...([
        ["Balance Before", iso.said("")],
        ["Balance After", iso.balance],
        ["Currency", iso.said("NGN")],
      ] as const),
    ],
  },
};
