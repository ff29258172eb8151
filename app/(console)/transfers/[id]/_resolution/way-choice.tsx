import { useId } from "react";

export type Way = "exists" | "absent";

type Props = {
  way: Way | undefined;
  onWay: (way: Way) => void;
  /** The service has sent a status update, so the transfer exists. */
  isReported: boolean;
};

export function WayChoice({ way, onWay, isReported }: Props) {
  const name = useId();
  return (
    <fieldset>
      <legend className="text-muted">
        Ask the service first. What it says is recorded with your reason. You can’t undo it.
      </legend>
      <div className="mt-3 space-y-2">
        <Choice
          name={name}
          isChosen={way === "exists"}
          onChoose={() => onWay("exists")}
          title="The service has this transfer"
          hint="It gave you the transaction ID and the deposit address."
        />
        {isReported ? (
          <p className="rounded-lg bg-sunken px-4 py-3 text-[0.8125rem]/5 text-muted">
            You can’t choose “The service has no such transfer”: the service has sent a status update for it.
          </p>
        ) : (
          <Choice
            name={name}
            isChosen={way === "absent"}
            onChoose={() => onWay("absent")}
            title="The service has no such transfer"
            hint="It checked: nothing was created."
          />
        )}
      </div>
    </fieldset>
  );
}

type ChoiceProps = { name: string; isChosen: boolean; onChoose: () => void; title: string; hint: string };

function Choice({ name, isChosen, onChoose, title, hint }: ChoiceProps) {
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
        className="mt-0.5 size-4.5 shrink-0 accent-accent outline-none"
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
