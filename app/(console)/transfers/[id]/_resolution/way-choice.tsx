import { useId } from "react";
import { Choice } from "#components/form/choice";

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
