import { describe, expect, test } from "vitest";
import { leastWork } from "#lib/testing/least-work";
import { stripAccountNumber } from "./account-number";
import { type BankEntry, indexBanks } from "./bank-search";
import { longestRead, numbersIn } from "./numbers-in";
import { readRecipient } from "./pasted-recipient";

const banks = [
  ...["ACCESS BANK", "CITIBANK", "ECOBANK", "FCMB", "FIDELITY BANK", "FIRST BANK OF NIGERIA"],
  ...["GTB MICROFINANCE BANK", "GTBANK PLC", "HOPEPSB", "JAIZ BANK", "Kuda Microfinance Bank"],
  ...["LAPO MICROFINANCE BANK", "MONIEPOINT MICROFINANCE BANK", "OPAY", "PALMPAY", "STERLING BANK"],
  ...["UNITED BANK FOR AFRICA", "UNITY BANK", "WEMA BANK", "ZENITH BANK PLC"],
].map((name, at) => ({ code: `${900_000 + at}`, name }));
const index = indexBanks(banks);

/** What people paste, with ⏎ for a new line and ⇥ for a tab, and what is read: the number, the bank and the name. */
const messages = `
Bank Name GTBank ⏎ Account Name Adebayo Okafor ⏎ Account Number 0123456789 => 0123456789 | GTBANK PLC | Adebayo Okafor
Name - Adebayo ⏎ GTBank 0123456789 => 0123456789 | GTBANK PLC | Adebayo
Please send to my UBA account 0123456789, thanks => 0123456789 | UNITED BANK FOR AFRICA | -
12345678.90 GTBank Ada Obi => - | - | -
*GTBank* ⏎ _Ada Obi_ ⏎ 0123456789 => 0123456789 | GTBANK PLC | Ada Obi
[27/11/2026, 10:31] Ada: GTBank 0123456789 Ngozi Eze => 0123456789 | GTBANK PLC | Ngozi Eze
1. GTBank ⏎ 2. 0123456789 ⏎ 3. Ngozi Eze => 0123456789 | GTBANK PLC | Ngozi Eze
- GTBank ⏎ - 0123456789 ⏎ - Ngozi Eze => 0123456789 | GTBANK PLC | Ngozi Eze
> GTBank ⏎ > 0123456789 ⏎ > Ngozi Eze => 0123456789 | GTBANK PLC | Ngozi Eze
🏦 GTBank 👤 Ngozi Eze 🔢 0123456789 => 0123456789 | GTBANK PLC | Ngozi Eze
A/c8140000231 GTBank Ngozi Eze => 8140000231 | GTBANK PLC | Ngozi Eze
Acct no:8140000231Bank:GTBank => 8140000231 | GTBANK PLC | -
Acc:8140000231 Bank:GTBank Name:Ada Obi => 8140000231 | GTBANK PLC | Ada Obi
NUBAN:8140000231, GTBank, Ada Obi => 8140000231 | GTBANK PLC | Ada Obi
Bank Name GTBank Account Name Adebayo Okafor Account Number 0123456789 => 0123456789 | GTBANK PLC | Adebayo Okafor
Access Bank Account number: 8140000231 Ada Obi => 8140000231 | ACCESS BANK | Ada Obi
{"bank":"GTBank","accountNumber":"8140000231","accountName":"ADA OBI"} => 8140000231 | GTBANK PLC | ADA OBI
Account Name ⇥ Account Number ⇥ Bank ⏎ Ada Obi ⇥ 8140000231 ⇥ GTBank => 8140000231 | GTBANK PLC | Ada Obi
S/N ⇥ Name ⇥ Bank ⇥ Account No ⇥ Amount ⏎ 1 ⇥ Ada Obi ⇥ Zenith Bank ⇥ 8140000231 ⇥ 50,000.00 => 8140000231 | ZENITH BANK PLC | Ada Obi
| Bank | Name | Account | ⏎ |---|---|---| ⏎ | Kuda | Ngozi Eze | 8140000231 | => 8140000231 | Kuda Microfinance Bank | Ngozi Eze
Bank ⏎ GTBank ⏎ Account number ⏎ 8140000231 ⏎ Account name ⏎ ADA OBI => 8140000231 | GTBANK PLC | ADA OBI
银行：GTBank ⏎ 户名：Ada Obi ⏎ 账号：8140000231 => 8140000231 | GTBANK PLC | Ada Obi
البنك: GTBank ⏎ اسم الحساب: Ada Obi ⏎ رقم الحساب: ٨١٤٠٠٠٠٢٣١ => 8140000231 | GTBANK PLC | Ada Obi
Banque : UBA ⏎ Nom du titulaire : Kossi Adjo ⏎ N° de compte : 8140000231 => 8140000231 | UNITED BANK FOR AFRICA | Kossi Adjo
Good morning sir, kindly make payment to the account below ⏎  ⏎ Account Name: KEMI FOODS & BEVERAGES LTD ⏎ Bank: Zenith Bank Plc ⏎ Account No: 1012345678 ⏎  ⏎ Thanks, ⏎ Bola Ade ⏎ Accounts Department => 1012345678 | ZENITH BANK PLC | KEMI FOODS & BEVERAGES LTD
INVOICE No 4500012345 ⏎ Date: 27/11/2026 ⏎ Customer Name: Our Company Ltd ⏎ Total: NGN 1,250,000.00 ⏎ Pay to: Kemi Foods Ltd, Access Bank, 0123456789 => 0123456789 | ACCESS BANK | Kemi Foods Ltd
Ngozi Eze ⏎ Head of Finance ⏎ Acme Ltd ⏎ Tel: 0803 123 4567 ⏎ GTBank 0123456789 => 0123456789 | GTBANK PLC | -
OPay ⏎ Transaction Receipt ⏎ ₦5,000.00 ⏎ Successful ⏎ Nov 27th, 2026 10:31:05 ⏎ Recipient Details ⏎ ADEBAYO BALOGUN ⏎ GTBank | 8140000231 ⏎ Sender Details ⏎ NGOZI EZE ⏎ OPay | 801****678 ⏎ Transaction No. 241127010100123456789 ⏎ Session ID 100004241127010100123456789012 => 8140000231 | GTBANK PLC | ADEBAYO BALOGUN
OPay Digital Services Limited ⏎ 8031234567 ⏎ Ngozi Eze => 8031234567 | OPAY | Ngozi Eze
Opay 08031234567 Ngozi Eze => 8031234567 | OPAY | Ngozi Eze
Ngozi Eze GTBank 08031234567 => - | GTBANK PLC | Ngozi Eze
Bank: GTBank, Name: Ada Obi, Tel: 0803 123 4567 => - | GTBANK PLC | Ada Obi
Ada Obi,8140000231,GTBank,50000 => 8140000231 | GTBANK PLC | Ada Obi
1,Ada Obi,0123456789,Access Bank,"50,000.00",Salary Nov => 0123456789 | ACCESS BANK | Ada Obi
GTB/8140000231/ADA OBI => 8140000231 | GTBANK PLC | ADA OBI
8140000231-GTBank-ADA OBI => 8140000231 | GTBANK PLC | ADA OBI
8140000231GTBank => - | - | -
Kuda - 2001234567 - Ngozi Eze => 2001234567 | Kuda Microfinance Bank | Ngozi Eze
GTBank: 8140000231 (Ada Obi) => 8140000231 | GTBANK PLC | Ada Obi
Ada Obi (8140000231) GTBank => 8140000231 | GTBANK PLC | Ada Obi
ACCT NAME:ADA OBI ACCT NO:8140000231 BANK:UBA PLC AMT:50000 => 8140000231 | UNITED BANK FOR AFRICA | ADA OBI
Acct: 8140000231 ⏎ Bank: uba ⏎ Name: ada obi => 8140000231 | UNITED BANK FOR AFRICA | ada obi
8140000231 gtbank adebayo balogun => 8140000231 | GTBANK PLC | -
abeg send am ⏎ gtbank ⏎ 8140000231 => 8140000231 | GTBANK PLC | -
Hello, my account details are as follows: First Bank, 3012345678, Chukwuemeka Okonkwo. Thank you => 3012345678 | FIRST BANK OF NIGERIA | Chukwuemeka Okonkwo
pls pay 50k to 0123456789 Wema Bank (ALAT) - Tunde Bakare => 0123456789 | WEMA BANK | Tunde Bakare
My acct number is 0123456789 with access bank, Tunde Bakare => 0123456789 | ACCESS BANK | Tunde Bakare
Transfer 5,000 to 0123456789 UBA, ref 2026112701 => 0123456789 | UNITED BANK FOR AFRICA | -
Send from GTBank to UBA 0123456789 => 0123456789 | - | -
My UBA is 0123456789, GTB is 9876543210 => - | - | -
Ref: 8140000231 ⏎ GTBank => - | - | -
PO 4500012345 ⏎ Account: 0123456789 UBA => 0123456789 | UNITED BANK FOR AFRICA | -
27-11-2026 10:31 0123456789 UBA Ada Obi => 0123456789 | UNITED BANK FOR AFRICA | Ada Obi
Account Number ⏎ 0123456789 ⏎ Account Name ⏎ SAVANNAH TRADERS NIG LTD ⏎ Bank Name ⏎ Moniepoint MFB => 0123456789 | MONIEPOINT MICROFINANCE BANK | SAVANNAH TRADERS NIG LTD
Moniepoint ⏎ Account Name: Mama Chidi Stores - Ikeja ⏎ Account Number: 8140000231 => 8140000231 | MONIEPOINT MICROFINANCE BANK | Mama Chidi Stores - Ikeja
You can fund your account with the details below: ⏎ Bank Name: Wema Bank ⏎ Account Number: 7810000231 ⏎ Account Name: PAYSTACK-KEMI FOODS => 7810000231 | WEMA BANK | PAYSTACK-KEMI FOODS
Please use the following details for payment 👇🏽 ⏎ 🏦 Bank: Sterling Bank ⏎ 💳 Acct No: 0012345678 ⏎ 👤 Acct Name: Hope Ventures ⏎ Thank you 🙏🏾 => 0012345678 | STERLING BANK | Hope Ventures
0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣ GTBank Ada Obi => 0123456789 | GTBANK PLC | Ada Obi
𝐆𝐓𝐁𝐚𝐧𝐤 ⏎ 𝐀𝐝𝐚 𝐎𝐛𝐢 ⏎ 𝟖𝟏𝟒𝟎𝟎𝟎𝟎𝟐𝟑𝟏 => 8140000231 | GTBANK PLC | Ada Obi
[10:31 AM, 11/27/2026] Bola Ade: Zenith Bank ⏎ [10:31 AM, 11/27/2026] Bola Ade: 1012345678 ⏎ [10:32 AM, 11/27/2026] Bola Ade: Kemi Foods Ltd => 1012345678 | ZENITH BANK PLC | Kemi Foods Ltd
27/11/2026, 10:31 - Bola Ade: Account Number: 1012345678 Zenith => 1012345678 | ZENITH BANK PLC | -
Forwarded ⏎ *Account details* ⏎ Bank - *Fidelity Bank* ⏎ Account name - *Sunday Okoro* ⏎ Account number - *6012345678* => 6012345678 | FIDELITY BANK | Sunday Okoro
Sort code 058152052 ⏎ Account 0123456789 ⏎ Guaranty Trust Bank ⏎ Chidi Okeke => 0123456789 | GTBANK PLC | Chidi Okeke
BVN 22123456789 ⏎ A/C 0123456789 FCMB ⏎ CHIDI OKEKE => 0123456789 | FCMB | CHIDI OKEKE
TIN: 1234567890 ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Beneficiary: Chidi Okeke ⏎ Bank: FCMB ⏎ Naira Account: 0123456789 ⏎ Domiciliary Account: 9876543210 => - | - | -
Naira Acc: 0123456789 ⏎ UBA ⏎ Chidi Okeke ⏎ $1000000000 => 0123456789 | UNITED BANK FOR AFRICA | Chidi Okeke
Suna: Musa Ibrahim ⏎ Banki: Jaiz Bank ⏎ Lambar asusu: 0012345678 => 0012345678 | JAIZ BANK | Musa Ibrahim
Orúkọ: Adé Ọlá ⏎ Bank: Wema ⏎ Account: 0123456789 => 0123456789 | WEMA BANK | Adé Ọlá
Zenith Foods Ltd 8140000231 => 8140000231 | - | -
Zenith Foods Ltd, GTBank, 8140000231 => 8140000231 | GTBANK PLC | Zenith Foods Ltd
Send to my Zenith account 8140000231 => 8140000231 | ZENITH BANK PLC | -
Hope Okafor ⏎ Hope PSB ⏎ 8140000231 => 8140000231 | HOPEPSB | Hope Okafor
Dear Customer, your transfer of NGN50,000.00 to 0123456789 (ADA OBI/UBA) was successful => 0123456789 | UNITED BANK FOR AFRICA | ADA OBI
Acct:******0231 Amt:NGN5,000.00 CR Desc:TRF FROM ADEBAYO BALOGUN => - | - | -
Salary ⇥ Ada Obi ⇥ 058 ⇥ 0123456789 ⇥ 250000.00 => 0123456789 | - | Ada Obi
Account Name: The Good Shepherd School ⏎ Account Number: 1012345678 ⏎ Bank: Ecobank => 1012345678 | ECOBANK | The Good Shepherd School
Name: Chidi ⏎ Okeke ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | Chidi
Rent for 12 Allen Avenue, Ikeja ⏎ UBA 0123456789 ⏎ Chidi Okeke => 0123456789 | UNITED BANK FOR AFRICA | Chidi Okeke
Ikeja Lagos ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
chidi okeke, uba, 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Chidi's UBA - 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
My name is Chidi Okeke, my account number is 0123456789 and my bank is UBA => 0123456789 | UNITED BANK FOR AFRICA | Chidi Okeke
Account number 0123456789, account name Chidi Okeke, bank UBA => 0123456789 | UNITED BANK FOR AFRICA | Chidi Okeke
UBA 0123456789 Chidi Okeke N50,000 => 0123456789 | UNITED BANK FOR AFRICA | Chidi Okeke
Bank: GTBank ⏎ Bank: UBA ⏎ Account: 0123456789 => 0123456789 | - | -
NAME: MR. CHIDI OKEKE ⏎ BANK: ACCESS(DIAMOND) ⏎ ACC: 0123456789 => 0123456789 | ACCESS BANK | MR. CHIDI OKEKE
Account name: as above ⏎ Account: 0123456789 => 0123456789 | - | -
Account name: ADA OBI, GTBank, 0123456789 => 0123456789 | GTBANK PLC | ADA OBI
Account Name: ADA OBI (GTBank) ⏎ Number: 0123456789 => 0123456789 | GTBANK PLC | ADA OBI
Vendor: Kemi Foods Ltd ⏎ Bank/Account: Zenith/1012345678 => 1012345678 | ZENITH BANK PLC | Kemi Foods Ltd
Bank & Account No: Zenith 1012345678 ⏎ Name: Kemi Foods Ltd => 1012345678 | ZENITH BANK PLC | Kemi Foods Ltd
Acct No: 1012345678 (Zenith Bank) ⏎ Acct Name: Kemi Foods Ltd => 1012345678 | ZENITH BANK PLC | Kemi Foods Ltd
Pay into: 1012345678, Kemi Foods Ltd, Zenith => 1012345678 | ZENITH BANK PLC | Kemi Foods Ltd
kemi foods ltd ⏎ zenith bank ⏎ 1012345678 => 1012345678 | ZENITH BANK PLC | -
KEMI FOODS LTD ZENITH BANK 1012345678 => 1012345678 | ZENITH BANK PLC | KEMI FOODS LTD
ZENITH BANK KEMI FOODS LTD 1012345678 => 1012345678 | ZENITH BANK PLC | KEMI FOODS LTD
Access 0123456789 Tunde => 0123456789 | ACCESS BANK | -
Acc no. is 0123456789, bank is GTB, name is Tunde Bakare => 0123456789 | GTBANK PLC | Tunde Bakare
Name:Tunde Bakare ⏎ Bnk: GTB ⏎ Acc No- 0123456789 => 0123456789 | GTBANK PLC | Tunde Bakare
Kindly credit our account with Sterling Bank Plc, Account No. 0012345678 in the name of Hope Ventures Limited. => 0012345678 | STERLING BANK | Hope Ventures Limited
Please find below our bank details. ⏎ Bank: Citibank Nigeria Limited ⏎ A/C Name: Shell Nigeria Ltd ⏎ A/C No. (NGN): 0012345678 ⏎ SWIFT: CITINGLA => 0012345678 | CITIBANK | Shell Nigeria Ltd
Account No 0012345678 ⏎ TIN 12345678-0001 ⏎ VAT 7.5% ⏎ RC 123456 ⏎ Fidelity Bank ⏎ Wuse II Branch, Abuja ⏎ Musa & Sons Nig. Ltd. => 0012345678 | FIDELITY BANK | Musa & Sons Nig. Ltd.
NIP/UBA/0123456789/CHIDI OKEKE/RENT => 0123456789 | UNITED BANK FOR AFRICA | CHIDI OKEKE
TRF TO 0123456789 UBA CHIDI OKEKE => 0123456789 | UNITED BANK FOR AFRICA | CHIDI OKEKE
UBA ⏎ 0123456789 ⏎ CHIDI OKEKE ⏎ Abeg send am sharp sharp => 0123456789 | UNITED BANK FOR AFRICA | CHIDI OKEKE
UBA ⏎ 0123456789 ⏎ Chidi Okeke ⏎ God bless you => 0123456789 | UNITED BANK FOR AFRICA | Chidi Okeke
UBA ⏎ 0123456789 ⏎ Chidi Okeke ⏎ Happy Birthday => 0123456789 | UNITED BANK FOR AFRICA | Chidi Okeke
@Bola Ade 0123456789 UBA => 0123456789 | UNITED BANK FOR AFRICA | -
0123456789 ⏎ UBA ⏎ Beneficiary name - CHIDI OKEKE => 0123456789 | UNITED BANK FOR AFRICA | CHIDI OKEKE
Send to Chidi Okeke 0123456789 UBA => 0123456789 | UNITED BANK FOR AFRICA | -
Mr Chidi Okeke's account: 0123456789 UBA => 0123456789 | UNITED BANK FOR AFRICA | Mr Chidi Okeke
Palmpay  ⏎ 8012345678  ⏎ Blessing Sunday => 8012345678 | PALMPAY | Blessing Sunday
Monie point 8140000231 Blessing Stores => 8140000231 | MONIEPOINT MICROFINANCE BANK | Blessing Stores
Number to call: 0802 345 6789 ⏎ UBA 0123456789 Ada Obi => 0123456789 | UNITED BANK FOR AFRICA | Ada Obi
Amount: 50000 ⏎ Bank: uba ⏎ Account Number : 0 1 2 3 4 5 6 7 8 9 ⏎ Account Name : Ada Obi => 0123456789 | UNITED BANK FOR AFRICA | Ada Obi
Name: Ada Obi Bank: GTBank Acc: 0123456789 Amount: 50000 Narration: Rent => 0123456789 | GTBANK PLC | Ada Obi
ADA OBI ⏎ Lapo ⏎ 0123456789 => 0123456789 | LAPO MICROFINANCE BANK | ADA OBI
ADA OBI ⏎ VFD MFB ⏎ 0123456789 => 0123456789 | - | ADA OBI
Bank name - Moniepoint Microfinance Bank ⏎ Account number - 8140000231 ⏎ Account name - Iya Basira Restaurant => 8140000231 | MONIEPOINT MICROFINANCE BANK | Iya Basira Restaurant
Bank → UBA ⏎ Name → Ada Obi ⏎ Number → 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | Ada Obi
GTBank ⏎ Ada Obi ⏎ Current account ⏎ 0123456789 => 0123456789 | GTBANK PLC | Ada Obi
Account type: Savings ⏎ Ada Obi ⏎ UBA ⏎ 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | Ada Obi
Amt: 1000000000 ⏎ UBA => - | - | -
0123456789 => 0123456789 | - | -
UBA Ada Obi => - | - | -
Account Name: ADA OBI ⏎ Account Number: 0123456789 ⏎ Bank Name: UNITED BANK FOR AFRICA (UBA) PLC => 0123456789 | UNITED BANK FOR AFRICA | ADA OBI
Beneficiary Name ⇥ ADA OBI ⏎ Beneficiary Account ⇥ 0123456789 ⏎ Beneficiary Bank ⇥ GUARANTY TRUST BANK => 0123456789 | GTBANK PLC | ADA OBI
Bank account: 0123456789 - Access Bank - Tunde Bakare Ventures => 0123456789 | ACCESS BANK | Tunde Bakare Ventures
Hope Ltd 0123456789 => 0123456789 | - | Hope Ltd
Unity Plc 0123456789 => 0123456789 | UNITY BANK | -
Sterling Bank (Sunday Okoro) 0012345678 => 0012345678 | STERLING BANK | Sunday Okoro
Payment for Hope Foundation via GTBank 0123456789 => 0123456789 | GTBANK PLC | -
Please pay into Hope Waddell's account, UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
First Choice Ventures ⏎ 0123456789 => 0123456789 | - | -
Money transfer 0123456789 UBA => 0123456789 | UNITED BANK FOR AFRICA | -
GTBank 0123456789 Ada Obi ⏎ Call 08031234567 when done => 0123456789 | GTBANK PLC | Ada Obi
GTBank 0123456789 Ada Obi ⏎ Whatsapp: 8031234567 => 0123456789 | GTBANK PLC | Ada Obi
My wallet: 8031234567 Opay Ada Obi => 8031234567 | OPAY | Ada Obi
Acct 1: 0123456789 GTBank ⏎ Acct 2: 9876543210 UBA => - | - | -
Beneficiary ⏎ ADA OBI ⏎ 0123456789 ⏎ United Bank For Africa => 0123456789 | UNITED BANK FOR AFRICA | ADA OBI
To ⏎ ADA OBI ⏎ UBA - 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | ADA OBI
AccountName: Ada Obi ⏎ AccountNumber: 0123456789 ⏎ BankName: GTBank => 0123456789 | GTBANK PLC | Ada Obi
account_name,account_number,bank_name ⏎ Ada Obi,0123456789,GTBank => 0123456789 | GTBANK PLC | Ada Obi
"Ada Obi","0123456789","GTBank" => 0123456789 | GTBANK PLC | Ada Obi
Account Number:  ０１２３４５６７８９  ⏎ Bank: ＵＢＡ => 0123456789 | UNITED BANK FOR AFRICA | -
GTBank 0123 456 789 Ada Obi => 0123456789 | GTBANK PLC | Ada Obi
GTBank. 0123456789. Ada Obi. => 0123456789 | GTBANK PLC | Ada Obi
Zenith. 1012345678. Kemi Foods. => 1012345678 | ZENITH BANK PLC | Kemi Foods
UBA: 0123456789, Ada Obi (Mrs) => 0123456789 | UNITED BANK FOR AFRICA | Ada Obi
2001234567 ⏎ Kuda Microfinance bank  ⏎ Ada Obi => 2001234567 | Kuda Microfinance Bank | Ada Obi
Bank of Industry 0123456789 Ada Obi => 0123456789 | - | Ada Obi
Good day. Find below account for payment: 0123456789, First City Monument Bank, Ada Obi Enterprises => 0123456789 | FCMB | Ada Obi Enterprises
Order 4500012345: pay Ada Obi, UBA, 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
27 Nov 2026 123456 UBA => - | - | -
Account 0123456789. Time 10:31. UBA => 0123456789 | UNITED BANK FOR AFRICA | -
To: Ada Obi ⏎ Bank: UBA ⏎ Number: 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Sender: Bola Ade ⏎ Sender Bank: Access Bank ⏎ Receiver: Ada Obi ⏎ Receiver Bank: UBA ⏎ Account: 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | Ada Obi
I no get cash, send am to Ada Obi UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Dear Sir/Madam, ⏎ Kindly effect payment to: ⏎ UBA ⏎ 0123456789 ⏎ OBI, ADA => 0123456789 | UNITED BANK FOR AFRICA | OBI, ADA
SURNAME: OBI ⏎ FIRST NAME: ADA ⏎ BANK: UBA ⏎ ACCOUNT: 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Hi Bola, kindly find below the account details for the December retainer:  ⏎  ⏎ Account Name: Lekki Gardens & Homes Ltd. ⏎ Account No: 1012345678 ⏎ Bank Name: Zenith Bank PLC ⏎ Sort Code: 057150042 ⏎  ⏎ Kind regards ⏎ Ngozi => 1012345678 | ZENITH BANK PLC | Lekki Gardens & Homes Ltd.
Please pay ₦250,000 into Fidelity Bank 6012345678 Sunday Okoro => 6012345678 | FIDELITY BANK | Sunday Okoro
Sunday Okoro Fidelity 6012345678 => 6012345678 | - | -
Account Number - 0123456789 (ACCESS BANK) TUNDE BAKARE => 0123456789 | ACCESS BANK | TUNDE BAKARE
Aza: 8031234567 palmpay (Tunde Bakare) => 8031234567 | PALMPAY | Tunde Bakare
Transfer Successful! You sent ₦20,000.00 to TUNDE BAKARE (ACCESS BANK - 0123456789) on 27 Nov 2026 at 10:31 AM. Ref: 100033241127010100 => 0123456789 | ACCESS BANK | -
Txn: Transfer ⏎ Amt: NGN 20,000.00 ⏎ To: 0123456789 / ACCESS BANK / TUNDE BAKARE ⏎ Ref: 2411270101001234567890 => 0123456789 | ACCESS BANK | TUNDE BAKARE
Credit Alert! ⏎ Acct: 012****789 ⏎ Amt: NGN20,000.00 ⏎ Desc: FROM TUNDE BAKARE => - | - | -
Share your account: Tunde Bakare, Kuda Microfinance Bank, 2001234567. Get Kuda: https://kuda.com/get => 2001234567 | Kuda Microfinance Bank | Tunde Bakare
https://pay.example/0123456789 => - | - | -
Moniepoint MFB ⏎ ACCT NO: 6212345678 ⏎ NAME: MAMA NKECHI FOODSTUFF - MONIEPOINT => 6212345678 | MONIEPOINT MICROFINANCE BANK | MAMA NKECHI FOODSTUFF
BANK ⇥ ACCOUNT NUMBER ⇥ ACCOUNT NAME ⇥ AMOUNT ⇥ NARRATION ⏎ 044 ⇥ 0123456789 ⇥ TUNDE BAKARE ⇥ 20000 ⇥ Salary => 0123456789 | ACCESS BANK | TUNDE BAKARE
Tunde Bakare ⇥ 0123456789 ⇥ Access Bank ⇥ 20000 ⇥ Nov Salary ⇥ Driver => 0123456789 | ACCESS BANK | Tunde Bakare
1 ⇥ 0123456789 ⇥ 044 ⇥ TUNDE BAKARE ⇥ 20,000.00 => 0123456789 | - | TUNDE BAKARE
TUNDE ⇥ BAKARE ⇥ 0123456789 ⇥ ACCESS => 0123456789 | ACCESS BANK | -
Bank Details: Access Bank, 0123456789, Tunde Bakare => 0123456789 | ACCESS BANK | Tunde Bakare
➡️ Acc. No: 0123456789 ➡️ Acc. Name: Tunde Bakare ➡️ Bank: Access => 0123456789 | ACCESS BANK | Tunde Bakare
👉 Bank Name : Access Bank 👈 => - | - | -
Access Bank (Tunde Bakare): 0123456789 => 0123456789 | ACCESS BANK | Tunde Bakare
Tunde Bakare's Access Bank account number is 0123456789 => 0123456789 | ACCESS BANK | Tunde Bakare
The account number is 0123456789. The bank is Access Bank. The name is Tunde Bakare. => 0123456789 | ACCESS BANK | -
Acc number: 0123456789, Access, in the name of Tunde Bakare & Sons => 0123456789 | ACCESS BANK | Tunde Bakare & Sons
Acct no 0123456789 Acct name Tunde Bakare Bank Access => 0123456789 | ACCESS BANK | Tunde Bakare
Acc No : 0123456789 Bank : Access Bank Acc Name : TUNDE BAKARE , Thanks => 0123456789 | ACCESS BANK | TUNDE BAKARE
0123456789 ⏎ (Access Bank) ⏎ Tunde Bakare (CEO) => 0123456789 | ACCESS BANK | -
0123456789 Access Bank Bákárè Túndé => 0123456789 | ACCESS BANK | Bákárè Túndé
Nom: Amadou Diallo ⏎ Banque: Ecobank ⏎ Numéro de compte: 0123456789 => 0123456789 | ECOBANK | Amadou Diallo
Sunan asusu: Musa Ibrahim ⏎ Lambar asusu: 0123456789 ⏎ Banki: Access Bank => 0123456789 | ACCESS BANK | Musa Ibrahim
Aha akaụntụ: Ngozi Eze ⏎ Nọmba akaụntụ: 0123456789 ⏎ Ụlọ akụ: Access Bank => 0123456789 | ACCESS BANK | Ngozi Eze
账户名：Tunde Bakare ⏎ 银行账号：0123456789 ⏎ 开户银行：Access Bank => 0123456789 | ACCESS BANK | Tunde Bakare
Account to credit 0123456789 access bank ⏎ Account to debit 9876543210 gtbank => - | - | -
Pls send 5k to 8031234567 opay, name na Tunde Bakare => 8031234567 | OPAY | -
Old account 9876543210 GTB is closed. New: 0123456789 Access => - | - | -
Policy No 0123456789, Access Bank => - | - | -
Amount 20,000.00 to be paid on 01/12/2026 to 0123456789 Access Bank Tunde Bakare => 0123456789 | ACCESS BANK | Tunde Bakare
Invoice no: 0123456789 ⏎ Access Bank 9876543210 => 9876543210 | ACCESS BANK | -
+2348031234567 Tunde Bakare Access Bank 0123456789 => 0123456789 | ACCESS BANK | Tunde Bakare
Account officer: Bola Ade 08031234567 ⏎ Access Bank 0123456789 ⏎ Tunde Bakare => 0123456789 | ACCESS BANK | Tunde Bakare
Access Bank: 0123456789 (Tunde Bakare) => 0123456789 | ACCESS BANK | Tunde Bakare
First Bank: 0123456789 Tunde Bakare => 0123456789 | FIRST BANK OF NIGERIA | Tunde Bakare
Adebayo Balogun Bank: GTBank Acc: 0123456789 => 0123456789 | GTBANK PLC | Adebayo Balogun
Invoice ⏎ Kemi Foods Ltd ⏎ To: Our Company Ltd ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Bill To ⏎ Our Company Ltd ⏎ 12 Allen Avenue ⏎ Pay To ⏎ Kemi Foods Ltd ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | Kemi Foods Ltd
Dear Okafor Adebayo, ⏎ Please pay UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Approved by Bola Ade ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Prepared by: Bola Ade ⏎ Account: UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
School Fees ⏎ Ada Obi ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | Ada Obi
Item: Laptop Bag ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Delivery Address ⏎ Lekki Phase One ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Account Manager: Bola Ade ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Proforma Invoice ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Scan To Pay ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Merry Christmas ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Ada Obi (Kemi Foods) UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
UBA 0123456789 ADA OBI OR BOLA ADE => 0123456789 | UNITED BANK FOR AFRICA | -
UBA 0123456789 c/o ADA OBI => 0123456789 | UNITED BANK FOR AFRICA | -
Account Name: ADA OBI & BOLA ADE ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | ADA OBI & BOLA ADE
Beneficiary: Ada Obi ⏎ Account name: KEMI FOODS ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Account name is not ADA OBI ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | -
Account Name: ADA OBI Account Type: Savings ⏎ UBA 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | ADA OBI
Name of Account: ADA OBI ⏎ Name of Bank: UBA ⏎ Account No: 0123456789 => 0123456789 | UNITED BANK FOR AFRICA | ADA OBI
Acct/Name: ADA OBI ⏎ Acct/No: 0123456789 ⏎ Bank/Name: UBA => 0123456789 | UNITED BANK FOR AFRICA | ADA OBI
Account_Name: ADA OBI Account_No: 0123456789 Bank_Name: UBA => 0123456789 | UNITED BANK FOR AFRICA | ADA OBI
Bank name and account: UBA 0123456789 ⏎ Ada Obi => 0123456789 | UNITED BANK FOR AFRICA | Ada Obi
account name : ada obi, account number : 0123456789, bank name : uba => 0123456789 | UNITED BANK FOR AFRICA | ada obi
Benef: ADA OBI, A/C: 0123456789, BK: UBA => 0123456789 | UNITED BANK FOR AFRICA | ADA OBI
`;

describe("a message gives the account, the bank and the name that it surely says, and else nothing", () => {
  const rows = messages.trim().split("\n");
  test.each(rows.map((row) => row.split(" => ")))("%s", (message = "", expected) => {
    const read = readRecipient(message.replaceAll(" ⏎ ", "\n").replaceAll(" ⇥ ", "\t"), index);
    const bank = read?.bank?.name ?? (read?.unknownBank === undefined ? "-" : `?${read.unknownBank}`);
    expect(`${read?.accountNumber ?? "-"} | ${bank} | ${read?.accountName ?? "-"}`).toBe(expected);
  });
});

describe("a hostile text", () => {
  const units = [
    "bank ",
    "uba ",
    "1.",
    "1 ",
    "1-",
    "10:",
    "a-",
    "*",
    "> ",
    "A. ",
    "name ",
    "ref ",
    ": ",
    "first bank of ",
    "😀",
    ". ",
  ];
  const textOf = (unit: string, length: number) =>
    `8140000231 ${unit.repeat(length / unit.length)}`.slice(0, length - 1).concat(":");

  test("is not read where it is longer than any message", () => {
    for (const unit of units) {
      const text = textOf(unit, 20 * longestRead);
      expect([readRecipient(text, index), numbersIn(text)]).toEqual([
        undefined,
        { accounts: [], phones: [] },
      ]);
      expect(stripAccountNumber(text)).toBe(text);
    }
  });

  test("has the list of banks read as often as a short one", () => {
    let reads = 0;
    const counted = index.map(
      (entry) =>
        new Proxy(entry, {
          get: (target, key) => {
            reads += 1;
            return target[key as keyof BankEntry<(typeof banks)[number]>];
          },
        }),
    );
    const readsOf = (text: string) => {
      reads = 0;
      readRecipient(text, counted);
      return reads;
    };
    const short = readsOf("8140000231 Ada Obi");
    // What matches a bank is looked at once more, word by word.
    for (const unit of units)
      expect(readsOf(textOf(unit, longestRead))).toBeLessThan(short + 40 * longestRead);
    expect(readsOf(textOf("bonk ", longestRead))).toBe(short);
  });

  test("costs as many times as much as it is longer", async () => {
    const cost = (length: number) => {
      const texts = units.map((unit) => textOf(unit, length));
      return leastWork(() => {
        for (const text of texts) readRecipient(text, index);
      });
    };
    const [quarter, whole] = [await cost(longestRead / 4), await cost(longestRead)];
    // Of four times the length; what tries all words with all others takes sixteen times as long.
    expect(whole / quarter).toBeLessThan(9);
  });
});
