import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "#components/form/field";
import { FormActs } from "#components/form/form-acts";
import { Select, TextArea } from "#components/form/input";
import { asTrouble, ProblemNotice } from "#components/notice/problem-notice";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { act } from "#lib/calls/act";
import { type ActResult, describeResult } from "./act-words";
import type { Person, Picked } from "./picked";

type Props = {
  act: "assign" | "resolve";
  rows: readonly Picked[];
  people: readonly Person[];
  personId: string;
  onDone: (result: ActResult) => void;
  onClose: () => void;
};

export function ActDialog(props: Props) {
  return props.act === "assign" ? <AssignDialog {...props} /> : <ResolveDialog {...props} />;
}

function namesOf(rows: readonly Picked[]): string {
  return rows.length === 1 ? (rows[0]?.name ?? "") : `${rows.length} transfers`;
}

/** In hours, from the moment of the press. */
const dueTimes = [
  { hours: "1", words: "In 1 hour" },
  { hours: "4", words: "In 4 hours" },
  { hours: "24", words: "In 1 day" },
  { hours: "72", words: "In 3 days" },
  { hours: "168", words: "In 1 week" },
] as const;
const asItIs = "as-it-is";
const noDueTime = "none";

/** Left out it stays as it is. */
function dueOf(chosen: string): { dueInHours?: string | null } {
  if (chosen === asItIs) return {};
  return { dueInHours: chosen === noDueTime ? null : chosen };
}

function AssignDialog({ rows, people, personId, onDone, onClose }: Props) {
  const [chosen, setChosen] = useState(personId);
  const [due, setDue] = useState<string>(asItIs);
  const { mutate, isPending, error } = useMutation(act("POST /api/attention/owner"));
  function assign(person: string | null) {
    const name = people.find(({ id }) => id === person)?.name;
    const words = {
      done: person === null ? "without an owner now" : `assigned to ${name ?? "them"}`,
      already: "it was so before.",
    };
    const transfers = rows.map(({ id }) => id);
    mutate(
      { body: { transfers, person, ...dueOf(person === null ? noDueTime : due) } },
      { onSuccess: (results) => onDone(describeResult(results, rows, words)) },
    );
  }
  return (
    <Dialog title={`Assign ${namesOf(rows)}`} isPending={isPending} onClose={onClose}>
      {error !== null && <ProblemNotice trouble={asTrouble(error)} isLive />}
      <Field label="Owner">
        {(wiring) => (
          <Select {...wiring} value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {id === personId ? `${name} (you)` : name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Due">
        {(wiring) => (
          <Select {...wiring} value={due} onChange={({ target }) => setDue(target.value)}>
            <option value={asItIs}>As it is</option>
            <option value={noDueTime}>No due time</option>
            {dueTimes.map(({ hours, words }) => (
              <option key={hours} value={hours}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <BusyButton variant="primary" isOff={isPending} onClick={() => assign(chosen)}>
          {isPending ? "Assigning" : chosen === personId ? "Assign to me" : "Assign"}
        </BusyButton>
        <BusyButton isOff={isPending} onClick={() => assign(null)}>
          Remove the owner
        </BusyButton>
        <Button variant="quiet" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

function ResolveDialog({ rows, onDone, onClose }: Props) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const { mutate, isPending, error } = useMutation(act("POST /api/attention/resolution"));
  const words = { done: "marked as resolved", already: "it was resolved before." };
  return (
    <Dialog title={`Mark ${namesOf(rows)} as resolved`} isPending={isPending} onClose={onClose}>
      {error !== null && <ProblemNotice trouble={asTrouble(error)} isLive />}
      <p className="text-muted">
        A transfer comes back here if the service reports something new. Your name will be in the audit log.
      </p>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === "") {
            setFault("Say what was done, so that others can follow it.");
            event.currentTarget.querySelector("textarea")?.focus();
            return;
          }
          const transfers = rows.map(({ id, seen }) => ({ id, seen }));
          mutate(
            { body: { transfers, text } },
            { onSuccess: (results) => onDone(describeResult(results, rows, words)) },
          );
        }}
      >
        <Field label="What was done" error={fault}>
          {(wiring) => (
            <TextArea
              {...wiring}
              value={text}
              maxLength={2_000}
              onChange={({ target }) => {
                setText(target.value);
                setFault(undefined);
              }}
            />
          )}
        </Field>
        <FormActs act="Mark as resolved" actPending="Saving" isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
