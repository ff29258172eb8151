import { useId } from "react";

type Props = { name: string; isChosen: boolean; onChoose: () => void; title: string; hint: string };

/** One of several, each with a sentence that says what it is. */
export function Choice({ name, isChosen, onChoose, title, hint }: Props) {
  const titleId = useId();
  const hintId = useId();
  return (
    <label className="flex gap-3 rounded-lg border border-line-strong px-4 py-3 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft forced-colors:has-checked:border-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={titleId}
        aria-describedby={hintId}
        className="mt-0.5 shrink-0 outline-none"
      />
      <span>
        <span id={titleId} className="block font-semibold">
          {title}
        </span>
        <span id={hintId} className="block text-[0.8125rem]/5 text-muted">
          {hint}
        </span>
      </span>
    </label>
  );
}
