"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { ActOutcome } from "#components/notice/act-outcome";
import { Notice } from "#components/notice/notice";
import { isNameKnown } from "#components/payee/how-checked";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { useReturnedFocus } from "#lib/browser/focus-kept";
import { useRefresh } from "#lib/browser/refresh-page";
import { act } from "#lib/calls/act";
import { accountGroups } from "#lib/money/format";

const PayeeForm = lazyPart(() => import("#components/payee/payee-form").then(({ PayeeForm }) => PayeeForm));
const ConfirmNameForm = lazyPart(() =>
  import("./confirm-name-form").then(({ ConfirmNameForm }) => ConfirmNameForm),
);
const RenameForm = lazyPart(() => import("./rename-form").then(({ RenameForm }) => RenameForm));

type Props = { id: string; name: string; version: number; isArchived: boolean; canKeep: boolean };

type Opened = "account" | "name" | "back" | "confirm";

export function PayeeActs({ id, name, version, isArchived, canKeep }: Props) {
  const { refresh } = useRefresh();
  const [open, setOpen] = useState<Opened>();
  const [done, setDone] = useState<string>();
  const show = useMutation(act("GET /api/payees/[id]/account"));
  const { mutate, error, reset } = useMutation(act("PATCH /api/payees/[id]"));
  const fault = error ?? show.error;

  function finish(sentence: string) {
    setOpen(undefined);
    setDone(sentence);
    show.reset();
    reset();
    refresh();
  }

  const archive = () =>
    mutate(
      { params: { id }, body: { isArchived: !isArchived } },
      {
        onSuccess: () =>
          finish(isArchived ? "Brought back." : "Archived. You can’t choose it for new transfers."),
        onError: (failure) => isNameKnown(failure) && setOpen("back"),
      },
    );
  return (
    <div className="mt-4 space-y-4 border-t border-line pt-4">
      <ActOutcome of={done}>{done !== undefined && <Notice kind="ok" title={done} isLive />}</ActOutcome>
      {fault !== null && (
        <Notice
          kind={isNameKnown(fault) ? "warn" : "fail"}
          title={isNameKnown(fault) ? fault.title : "Not done"}
          isLive
        >
          {fault.message}
        </Notice>
      )}
      <p role="status" className="empty:hidden">
        {show.data !== undefined && (
          <>
            Account number{" "}
            <span className="tabular-nums">{accountGroups(show.data.accountNumber).join(" ")}</span>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => show.mutate({ params: { id } })}>
          Show the account number
        </Button>
        {canKeep && (
          <>
            <Opener isOpen={open === "account"} onOpen={() => setOpen("account")}>
              Change the account
            </Opener>
            <Opener isOpen={open === "confirm"} onOpen={() => setOpen("confirm")}>
              Confirm the name
            </Opener>
            <Opener isOpen={open === "name"} onOpen={() => setOpen("name")}>
              Rename
            </Opener>
            <Button size="small" onClick={archive}>
              {isArchived ? "Bring back" : "Archive"}
            </Button>
          </>
        )}
      </div>
      {open !== undefined && (
        <OpenForm open={open} {...{ id, name, version }} onDone={finish} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}

type OpenFormProps = Pick<Props, "id" | "name" | "version"> & {
  open: Opened;
  onDone: (sentence: string) => void;
  onClose: () => void;
};

function OpenForm({ open, id, name, version, onDone, onClose }: OpenFormProps) {
  const changed = "The account was changed. Everyone who pays this payee sees the change for 30 days.";
  const waits = "The new account waits for approval.";
  return (
    <Suspense fallback={<Skeleton className="h-60 rounded-lg" />}>
      {open === "account" ? (
        <PayeeForm
          changes={{ id, version }}
          onDone={(_, isWaiting) => onDone(isWaiting ? waits : changed)}
          onClose={onClose}
        />
      ) : open === "confirm" ? (
        <ConfirmNameForm
          id={id}
          version={version}
          onDone={() => onDone("The name is confirmed.")}
          onClose={onClose}
        />
      ) : (
        <RenameForm
          id={id}
          name={name}
          isBack={open === "back"}
          onDone={() => onDone(open === "back" ? "Brought back." : "Renamed.")}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

function Opener({ isOpen, onOpen, children }: { isOpen: boolean; onOpen: () => void; children: ReactNode }) {
  const opener = useReturnedFocus<HTMLButtonElement>(isOpen);
  return (
    <Button ref={opener} size="small" aria-expanded={isOpen} onClick={onOpen}>
      {children}
    </Button>
  );
}
