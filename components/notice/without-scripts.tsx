/** Buttons stay disabled without scripts, so the page says why; globals.css takes them away. */
export function WithoutScripts({ children }: { children: string }) {
  return (
    <noscript>
      <p className="border-b border-line bg-warn-soft px-4 py-2 text-center text-[0.8125rem]/5 text-warn">
        {children}
      </p>
    </noscript>
  );
}
