import { accountGroups } from "#lib/money/format";

type Props = {
  digits: string;
  /** So many at its start are underlined. */
  marked?: number;
};

/** A selection copies the digits alone; a screen reader gets them in groups. */
export function AccountNumber({ digits, marked = 0 }: Props) {
  const groups = accountGroups(digits).map((text, place) => ({ text, place }));
  return (
    <span className="tabular-nums">
      <span aria-hidden="true">
        {groups.map(({ text, place }) => (
          <span key={place} className={place === 0 ? undefined : "ml-[0.7ch]"}>
            {place === 0 && marked > 0 && (
              <span className="font-semibold underline decoration-accent decoration-2 underline-offset-4">
                {text.slice(0, marked)}
              </span>
            )}
            {place === 0 ? text.slice(marked) : text}
          </span>
        ))}
      </span>
      <span className="sr-only select-none">{groups.map(({ text }) => text).join(" ")}</span>
    </span>
  );
}
