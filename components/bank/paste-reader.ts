export { indexBanks } from "#lib/bank/bank-search";
export { readRecipient } from "#lib/bank/pasted-recipient";
