import type { ReactNode } from "react";

type Props = { name: string; text: string; act: ReactNode };

/** What to enter, what it does, and a press that does it. */
export function ScenarioRow({ name, text, act }: Props) {
  return (
    <li className="flex min-h-11 items-center gap-x-4 border-line px-card py-1.5 not-first:border-t">
      <p className="min-w-0 flex-1 gap-x-4 text-[0.8125rem]/5 sm:grid sm:grid-cols-[14rem_minmax(0,1fr)]">
        <code translate="no" className="block select-all">
          {name}
        </code>
        <span className="block text-muted first-letter:uppercase">{text}</span>
      </p>
      {act}
    </li>
  );
}
