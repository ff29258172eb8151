import { accountGroups } from "#lib/money/format";

/** A selection copies the digits alone; a screen reader gets them in groups. */
export function AccountNumber({ digits }: { digits: string }) {
  const groups = accountGroups(digits).map((text, place) => ({ text, place }));
  return (
    <span className="tabular-nums">
      <span aria-hidden="true">
        {groups.map(({ text, place }) => (
          <span key={place} className={place === 0 ? undefined : "ml-[0.7ch]"}>
            {text}
          </span>
        ))}
      </span>
      <span className="sr-only select-none">{groups.map(({ text }) => text).join(" ")}</span>
    </span>
  );
}
