/** Opens the list of what was paid to the typed account, or says at the field why not. */
export async function openAccount(field: HTMLInputElement, open: (path: string) => void): Promise<void> {
  const { accountPath, noTransferToAccount } = await import("#lib/calls/account-search");
  try {
    const path = await accountPath(field.value);
    if (path === undefined) open(`/transfers?${new URLSearchParams({ q: field.value })}`);
    else if (path !== null) open(path);
    else refuse(field, noTransferToAccount);
  } catch (error) {
    refuse(field, error instanceof Error ? error.message : "Couldn’t search.");
  }
}

function refuse(field: HTMLInputElement, words: string): void {
  field.setCustomValidity(words);
  field.reportValidity();
  field.addEventListener("input", () => field.setCustomValidity(""), { once: true });
}
