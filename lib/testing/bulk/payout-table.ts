import { nubanCheckDigit } from "#lib/bank/nuban";

/** An account at GTBank whose check digit is right. */
export function gtbankNumber(serial: number): string {
  const nine = `${serial}`.padStart(9, "0");
  return `${nine}${nubanCheckDigit("058", nine)}`;
}

/** A table of payouts to GTBank: a name, a serial number and an amount a row. */
export function payoutTable(rows: readonly (readonly [string, number, string])[], column = "Amount"): string {
  const lines = rows.map(([name, serial, amount]) => `${name},000013,${gtbankNumber(serial)},${amount}`);
  return [`Name,Bank,Account,${column}`, ...lines].join("\n");
}
