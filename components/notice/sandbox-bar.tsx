import type { ReactNode } from "react";

/** On every page in sandbox mode, and in sight however far one reads: words and a pattern, not colour alone. */
export function SandboxBar({ children }: { children?: ReactNode }) {
  return (
    <aside
      aria-label="Sandbox mode"
      className="hatch sticky top-0 z-30 flex min-h-6.25 items-center justify-center gap-x-3 border-b px-4 text-xs/4 font-semibold print:static"
    >
      <span>Sandbox: no real money</span>
      {children}
    </aside>
  );
}
