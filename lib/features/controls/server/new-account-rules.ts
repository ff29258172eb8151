/** Where the approver types the account's last four digits: nobody has paid it, or it is new. */
export const newAccountRules: readonly string[] = ["first_to_account", "account_changed", "payee_change"];
