import { Keys } from "#components/ui/keys";

/** keyboard-help.tsx listens to the click. */
export function ShortcutsButton() {
  return (
    <button
      type="button"
      data-keys="?"
      className="flex min-h-8 items-center justify-between rounded-lg px-2 text-[13px]/5 font-medium text-muted hover:text-ink pointer-coarse:hidden"
    >
      Keyboard shortcuts
      <Keys keys="?" />
    </button>
  );
}
