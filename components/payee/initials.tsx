import { initials } from "#lib/text/initials";

export function Initials({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-full bg-wait-soft text-xs font-medium text-wait"
    >
      {initials(name)}
    </span>
  );
}
