/** On every page in sandbox mode: words and a pattern, so that nobody mistakes it for the real thing. */
export function SandboxBar() {
  return (
    <aside
      aria-label="Sandbox mode"
      className="stripes border-b border-warn/40 bg-warn-soft px-4 py-1 text-center text-xs font-semibold text-warn"
    >
      Sandbox - no real money
    </aside>
  );
}
