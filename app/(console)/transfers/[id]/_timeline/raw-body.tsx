import { CopyButton } from "#components/ui/copy-button";
import { showBody } from "#lib/text/visible-text";
import { indentJson } from "./indent-json";

/** As it is read: JSON on lines of its own, and what is invisible by its code. */
export function shownBody(raw: string, isCut = false): string {
  return showBody(indentJson(raw, isCut));
}

/** A stranger's text in a field: it is always text, scrolls by keyboard and is easy to select. */
export function BodyField({ label, text }: { label: string; text: string }) {
  return (
    <textarea
      readOnly
      aria-label={label}
      value={text}
      rows={rowsOf(text)}
      spellCheck={false}
      className="block w-full resize-y rounded-lg border border-line bg-sunken p-3 font-mono text-xs wrap-anywhere"
    />
  );
}

function rowsOf(text: string): number {
  const rows = text.split("\n").map((line) => Math.max(1, Math.ceil(line.length / 44)));
  return Math.min(
    14,
    rows.reduce((sum, count) => sum + count, 1),
  );
}

/** What is copied is what came, byte for byte, and not as it is set here. */
export function CopyBody({ raw }: { raw: string }) {
  return (
    <CopyButton size="small" text={raw}>
      Copy as received
    </CopyButton>
  );
}
