import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "#components/form/field";
import { Select } from "#components/form/input";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { Trouble } from "#components/notice/trouble";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import { actOnPerson, type PersonAct } from "#lib/calls/people-calls";
import type { OneTimeLink, PersonEntry } from "#lib/contract/people";
import { detailOf, Problem } from "#lib/contract/problem";
import { type Role, roles, roleWords } from "#lib/contract/roles";
import { showInvisible } from "#lib/text/visible-text";
import { LinkNotice } from "./link-notice";
import { wordsOf } from "./person-acts";

type Props = { person: PersonEntry; isOwn: boolean; timeZone: string; isMailed: boolean };

export function PersonPanel({ person, isOwn, timeZone, isMailed }: Props) {
  const [asked, setAsked] = useState<PersonAct>();
  // Shown once: no other act takes it away.
  const [link, setLink] = useState<OneTimeLink>();
  const { mutate, reset, error, variables, isPending, isSuccess } = useMutation(actOnPerson(person.id));

  function ask(act: PersonAct) {
    reset();
    setAsked(act);
  }

  function send(act: PersonAct) {
    mutate(act, {
      onSettled: (_made, fault) => {
        if (!isOfApprovers(fault)) setAsked(undefined);
      },
      onSuccess: (made) => {
        if (made !== undefined) {
          setLink(made);
          // What the act brought would keep it for longer than it is shown.
          reset();
        }
        // They may no longer open this page: the server says where they go.
        if (isOwn && ("role" in act || "isDisabled" in act)) window.location.assign("/");
      },
    });
  }

  const words = asked && wordsOf(asked, person, isOwn);
  /** Whose payouts nobody could approve then: the next press says that it was read. */
  const stranded = asked !== undefined && isOfApprovers(error) ? error.detail : undefined;
  const confirmed = (act: PersonAct): PersonAct =>
    stranded === undefined || "passwordLink" in act || "signOut" in act
      ? act
      : { ...act, confirmNobodyApproves: true };
  const isRoleFault = error !== null && variables !== undefined && "role" in variables;
  const done = isSuccess && variables !== undefined ? wordsOf(variables, person, isOwn).done : "";
  return (
    <div className="space-y-4 rounded-lg bg-sunken p-4">
      <ActOutcome of={isSuccess || error !== null}>
        {error !== null && !isRoleFault && stranded === undefined && <Trouble error={error} />}
        {done !== "" && <Notice kind="ok" title={done} isLive />}
      </ActOutcome>
      <ActOutcome of={link}>
        {link !== undefined && (
          <LinkNotice
            title={`New-password link for ${person.email}`}
            link={link}
            timeZone={timeZone}
            onClose={() => setLink(undefined)}
          />
        )}
      </ActOutcome>
      <RoleForm
        key={person.role}
        role={person.role}
        error={isRoleFault && stranded === undefined ? error : null}
        onRole={(role) => ask({ role })}
      />
      <PersonButtons person={person} isOwn={isOwn} onAsk={ask} />
      {asked !== undefined && words !== undefined && (
        <ConfirmDialog
          title={words.title}
          act={stranded === undefined ? words.act : `${words.act} all the same`}
          actPending={words.pending}
          isPending={isPending}
          onAct={() => send(confirmed(asked))}
          onClose={() => setAsked(undefined)}
        >
          <p>{words.meaning}</p>
          {stranded !== undefined && (
            <Notice kind="warn" title="Nobody could approve what others create" isLive>
              {stranded}
            </Notice>
          )}
          {"passwordLink" in asked && isMailed && <p>We e-mail the link to {showInvisible(person.email)}.</p>}
        </ConfirmDialog>
      )}
    </div>
  );
}

function isOfApprovers(fault: Error | null): fault is Problem {
  return fault instanceof Problem && fault.code === "nobody_approves";
}

type ButtonsProps = Pick<Props, "person" | "isOwn"> & { onAsk: (act: PersonAct) => void };

/** The acts that are asked about first. */
function PersonButtons({ person, isOwn, onAsk }: ButtonsProps) {
  const { isDisabled, hasSecondFactor, sessionCount } = person;
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <Button size="small" onClick={() => onAsk({ passwordLink: true })}>
        Create a link for a new password
      </Button>
      {sessionCount > (isOwn ? 1 : 0) && (
        <Button size="small" onClick={() => onAsk({ signOut: true })}>
          Sign out everywhere
        </Button>
      )}
      {hasSecondFactor && (
        <Button size="small" onClick={() => onAsk({ secondFactor: "reset" })}>
          Reset the second factor
        </Button>
      )}
      <Button size="small" onClick={() => onAsk({ isDisabled: !isDisabled })}>
        {isDisabled ? "Enable the account" : "Disable the account"}
      </Button>
    </div>
  );
}

type RoleProps = {
  role: Role;
  error: Error | null;
  onRole: (role: Role) => void;
};

function RoleForm({ role, error, onRole }: RoleProps) {
  const [chosen, setChosen] = useState(role);
  const fault = error === null ? undefined : detailOf(error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRole(chosen);
      }}
    >
      <Field label="Role" hint={`${roleWords[chosen].can}.`} error={fault}>
        {(wiring) => (
          <div className="flex max-w-lg flex-wrap gap-3">
            <Select
              {...wiring}
              value={chosen}
              onChange={({ target }) => setChosen(roles.find((known) => known === target.value) ?? role)}
              className="min-w-32 flex-1"
            >
              {roles.map((name) => (
                <option key={name} value={name}>
                  {roleWords[name].name}
                </option>
              ))}
            </Select>
            <BusyButton type="submit" isOff={chosen === role}>
              Change the role
            </BusyButton>
          </div>
        )}
      </Field>
    </form>
  );
}
