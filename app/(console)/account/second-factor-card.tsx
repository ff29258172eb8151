"use client";

import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Chip } from "#components/chip/chip";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { BusyButton } from "#components/ui/busy-button";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Skeleton } from "#components/ui/skeleton";
import { useReturnedFocus } from "#lib/browser/focus-kept";
import { useRefresh } from "#lib/browser/refresh-page";
import { ask } from "#lib/calls/ask";
import { serverAwayText } from "#lib/contract/server-away";

const SecondFactorSetup = lazy(() =>
  import("./second-factor-setup").then(({ SecondFactorSetup }) => ({ default: SecondFactorSetup })),
);
const SecondFactorEnd = lazy(() =>
  import("./second-factor-end").then(({ SecondFactorEnd }) => ({ default: SecondFactorEnd })),
);
const NewCodes = lazy(() => import("./new-codes").then(({ NewCodes }) => ({ default: NewCodes })));

type Props = {
  hasSecondFactor: boolean;
  /** Everybody needs one, so turning it off is not offered. */
  isRequired: boolean;
};
type Part = "set up" | "turn off" | "codes";

export function SecondFactorCard({ hasSecondFactor, isRequired }: Props) {
  const { refresh, isPending, isAway } = useRefresh();
  const client = useQueryClient();
  const [part, setPart] = useState<Part>();
  const [done, setDone] = useState<string>();
  const choices = useReturnedFocus<HTMLDivElement>(part !== undefined);

  function open(next: Part) {
    setDone(undefined);
    setPart(next);
  }
  function finish(sentence: string) {
    setPart(undefined);
    setDone(sentence);
    // The server draws this, and the session has a new token.
    refresh();
    void client.invalidateQueries(ask("GET /api/auth/list-sessions"));
  }
  const close = () => setPart(undefined);

  return (
    <Card title="Second factor" action={<StateChip isOn={hasSecondFactor} />}>
      {done !== undefined && (
        <ActOutcome of={done} className="mb-4">
          <Notice kind="ok" title={done} isLive />
        </ActOutcome>
      )}
      {isAway && <RefreshTrouble isPending={isPending} onRetry={refresh} />}
      <Suspense fallback={<Skeleton className="h-48 rounded-lg" />}>
        {part === "set up" && (
          <SecondFactorSetup
            onDone={() =>
              finish("The second factor is on. Every sign-in asks for it. Your other sessions have ended.")
            }
            onClose={close}
          />
        )}
        {part === "turn off" && (
          <SecondFactorEnd
            isRequired={isRequired}
            onDone={() =>
              finish(
                "The second factor is off. You sign in with the password alone. Your other sessions have ended.",
              )
            }
            onClose={close}
          />
        )}
        {part === "codes" && <NewCodes onClose={close} />}
      </Suspense>
      <div ref={choices}>
        {part === undefined && <Choices isOn={hasSecondFactor} isRequired={isRequired} onOpen={open} />}
      </div>
    </Card>
  );
}

function StateChip({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <Chip shape="tick" tone="ok">
      On
    </Chip>
  ) : (
    <Chip shape="barred-ring" tone="wait">
      Off
    </Chip>
  );
}

function RefreshTrouble({ isPending, onRetry }: { isPending: boolean; onRetry: () => void }) {
  return (
    <Notice
      kind="warn"
      title="Couldn’t refresh this page"
      action={
        <BusyButton size="small" isOff={isPending} onClick={onRetry}>
          Try again
        </BusyButton>
      }
      isLive
      className="mb-4"
    >
      {serverAwayText}
    </Notice>
  );
}

type ChoicesProps = { isOn: boolean; isRequired: boolean; onOpen: (part: Part) => void };

function Choices({ isOn, isRequired, onOpen }: ChoicesProps) {
  return (
    <>
      <p className="text-muted">
        {isOn
          ? "Every sign-in also asks for a code from your authenticator app."
          : "With a second factor, a stolen password won’t be enough to sign in. You need an authenticator app, on your phone for example."}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button onClick={() => onOpen("codes")}>Create new recovery codes</Button>
            <Button onClick={() => onOpen("turn off")}>Turn off</Button>
          </>
        ) : (
          <Button variant={isRequired ? "primary" : "secondary"} onClick={() => onOpen("set up")}>
            Set up a second factor
          </Button>
        )}
      </div>
    </>
  );
}
