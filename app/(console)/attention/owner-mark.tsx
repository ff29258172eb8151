import styles from "./owner-mark.module.css";

type Props = {
  /** The transfer, and how a screen reader tells it apart. */
  id: string;
  of: string;
  owner: { name: string } | null;
  mayAct: boolean;
};

/** The owner, or that there is none. selection.tsx acts on the button. */
export function OwnerMark({ id, of, owner, mayAct }: Props) {
  const label = (
    <>
      <i aria-hidden="true" data-free={owner === null || undefined}>
        {owner === null ? "+" : initialsOf(owner.name)}
      </i>
      <span>{owner === null ? (mayAct ? "Assign" : "Nobody") : owner.name}</span>
    </>
  );
  if (!mayAct) return <span className={styles.mark}>{label}</span>;
  return (
    <button
      type="button"
      name="assign"
      value={id}
      aria-label={owner === null ? `Assign ${of}` : `${owner.name} is the owner of ${of}. Change`}
      className={styles.mark}
    >
      {label}
    </button>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
