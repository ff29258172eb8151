import { expect, test } from "vitest";
import { shortBankName } from "./short-bank-name";

test.each([
  ["Guaranty Trust Bank (GTBank)", "GTBank"],
  ["FIRST BANK OF NIGERIA", "First Bank"],
  ["GTBANK PLC", "GTBank"],
  ["Guaranty Trust Bank Plc", "GTBank"],
  ["UNITED BANK FOR AFRICA", "UBA"],
  ["FCMB", "FCMB"],
  ["First City Monument Bank (FCMB)", "FCMB"],
  ["ZENITH BANK PLC", "Zenith Bank"],
  ["STANBIC IBTC BANK", "Stanbic IBTC"],
  ["ACCESS BANK (DIAMOND)", "Access Bank (Diamond)"],
  ["FIRST ROYAL MICROFINANCE BANK", "First Royal MFB"],
  ["Kuda Microfinance Bank", "Kuda MFB"],
  ["Ọ̀yọ́ Micro-Finance Bank Ltd.", "Ọ̀yọ́ MFB"],
  ["OPAY", "OPay"],
  ["Bank of the Nigeria", "Bank"],
  ["PLC", "PLC"],
  ["", ""],
])("%s is said as %s", (name, short) => expect(shortBankName(name)).toBe(short));
