import { Keys } from "#components/ui/keys";

/** Opens the list of keys, and the choice to turn the single ones off. The click is listened to in keyboard-help.tsx. */
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
