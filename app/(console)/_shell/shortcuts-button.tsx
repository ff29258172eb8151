import { Keys } from "#components/ui/keys";

/** keyboard-help.tsx listens to the click. */
export function ShortcutsButton() {
  return (
    <button
      type="button"
      data-keys="?"
      className="flex min-h-8 items-center justify-between rounded-lg px-2 text-[0.8125rem]/5 font-medium hover:bg-sunken pointer-coarse:hidden"
    >
      Keyboard shortcuts
      <Keys keys="?" />
    </button>
  );
}
