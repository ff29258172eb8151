import { CopyButton } from "#components/ui/copy-button";

/** What is copied is what came, byte for byte, and not as it is set here. */
export function CopyBody({ raw }: { raw: string }) {
  return (
    <CopyButton size="small" text={raw}>
      Copy as received
    </CopyButton>
  );
}
