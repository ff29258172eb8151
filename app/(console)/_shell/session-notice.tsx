import type { ReactNode } from "react";

/** Stays in sight where the window is high enough; globals.css keeps the focus from going under it. */
export function SessionNotice({ children }: { children: ReactNode }) {
  return (
    <div
      data-session-notice
      className="z-10 mb-6 rounded-lg border border-line-strong bg-page print:hidden [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:top-[calc(var(--bar,0px)+0.5rem)] [@media(min-height:40rem)]:max-md:top-[calc(var(--bar,0px)+4rem)]"
    >
      {children}
    </div>
  );
}
