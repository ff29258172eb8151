"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Notice } from "#components/notice/notice";
import { Card } from "#components/ui/card";
import { useIsAlive } from "#lib/browser/is-alive";
import { act } from "#lib/calls/act";
import type { MailChoiceInput, MailChoices } from "#lib/features/telling/mail-choices";

/** What a person gets by e-mail. Each choice is saved as it is made. */
export function MailCard({ initial }: { initial: MailChoices }) {
  const [shown, setShown] = useState(initial);
  const { mutateAsync, error, isPending, isSuccess } = useMutation(act("PATCH /api/account/mail"));
  if (!shown.isSetUp)
    return (
      <Card title="E-mail">
        <p className="text-muted">E-mail is not set up on this server.</p>
      </Card>
    );
  const show = ({ needsYou, daySummary, approvals }: MailChoiceInput) =>
    setShown((before) => ({
      ...before,
      needsYou: needsYou ?? before.needsYou,
      daySummary: daySummary ?? before.daySummary,
      approvals: approvals ?? before.approvals,
    }));
  // Shown at once, and as it was again where the server refused it.
  async function choose(input: MailChoiceInput) {
    show(input);
    const undone = Object.fromEntries(Object.entries(input).map(([name, isOn]) => [name, !isOn]));
    await mutateAsync({ body: input }).catch(() => show(undone));
  }
  return (
    <Card title="E-mail">
      {error !== null && (
        <Notice kind="warn" title="Your choice was not saved" isLive className="mb-4">
          {error.message}
        </Notice>
      )}
      <p className="text-muted">Security messages are always sent.</p>
      <div className="mt-3 space-y-2">
        {shown.needsYou !== null && (
          <Choice
            name="Transfers that need you"
            text="When an outcome is unknown, a payout fails, or something else needs a person. At most one e-mail every 10 minutes."
            isOn={shown.needsYou}
            onChange={(needsYou) => choose({ needsYou })}
          />
        )}
        {shown.approvals !== null && (
          <Choice
            name="Approvals"
            text="When a payout waits for your approval, and once more when a quarter of its time is left. Admins also get changes of the rules."
            isOn={shown.approvals}
            onChange={(approvals) => choose({ approvals })}
          />
        )}
        <Choice
          name="The day’s summary"
          text="How many transfers were created the day before, and how many of them are reported paid or still open. Sent at 08:00 on weekdays, if there were any. Monday’s covers Friday to Sunday."
          isOn={shown.daySummary}
          onChange={(daySummary) => choose({ daySummary })}
        />
      </div>
      <p role="status" className="mt-3 empty:mt-0 text-[0.8125rem]/5 text-muted">
        {isSuccess && !isPending && "Saved."}
      </p>
    </Card>
  );
}

type ChoiceProps = { name: string; text: string; isOn: boolean; onChange: (isOn: boolean) => void };

function Choice({ name, text, isOn, onChange }: ChoiceProps) {
  const isAlive = useIsAlive();
  return (
    <label className="flex min-h-8 items-start gap-2.5 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        disabled={!isAlive}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 shrink-0"
      />
      <span>
        {name}
        <span className="block text-[0.8125rem]/5 text-muted">{text}</span>
      </span>
    </label>
  );
}
