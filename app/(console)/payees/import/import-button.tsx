import { ButtonLink } from "#components/ui/button-link";

export function ImportButton() {
  return <ButtonLink href="/payees/import">Import payees…</ButtonLink>;
}
