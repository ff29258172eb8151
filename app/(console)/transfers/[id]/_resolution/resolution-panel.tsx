import { Suspense, useId, useState } from "react";
import { Choice } from "#components/form/choice";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import type { Asset } from "#lib/asset/asset";
import { useIsAlive } from "#lib/browser/is-alive";
import type { TransferWithEvents } from "#lib/contract/api";
import { depositPhase } from "#lib/words/deposit/deposit-phase";

// Few of these pages need the forms, and only after a click.
const ExistsForm = lazyPart(() => import("./exists-form").then(({ ExistsForm }) => ExistsForm));
const ChoiceForm = lazyPart(() => import("./choice-form").then(({ ChoiceForm }) => ChoiceForm));
const AbsentForm = lazyPart(() => import("./absent-form").then(({ AbsentForm }) => AbsentForm));

type Props = {
  transfer: TransferWithEvents;
  asset: Asset | undefined;
  onDone: (sentence: string) => void;
};

/** One component for both forms, so that what was typed survives the callback that turns the first into the second. */
export function ResolutionPanel({ transfer, asset, onDone }: Props) {
  const isAlive = useIsAlive();
  const [chosen, setChosen] = useState<Way>();
  const isUnknown = transfer.status === "unknown";
  const isMissing = depositPhase(transfer) === "missing";
  if (depositPhase(transfer) === "disputed") {
    return (
      <Card title="Record which address is right" className="print:hidden">
        <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
          <ChoiceForm transfer={transfer} onDone={onDone} />
        </Suspense>
      </Card>
    );
  }
  if (!isUnknown && !isMissing) return null;
  const isReported = transfer.evidence.some(({ kind }) => kind === "callback");
  const way = chosen === "absent" && (isMissing || isReported) ? undefined : chosen;
  return (
    <Card
      title={isUnknown ? "Record what the service said" : "Add the deposit address"}
      className="print:hidden"
    >
      <fieldset disabled={!isAlive} className="min-w-0">
        {isUnknown ? (
          <WayChoice way={way} onWay={setChosen} isReported={isReported} />
        ) : (
          <AddressChoice
            isOpen={way === "exists"}
            onToggle={() => setChosen(way === "exists" ? undefined : "exists")}
          />
        )}
      </fieldset>
      <Suspense fallback={<Skeleton className="mt-5 h-80 rounded-lg" />}>
        {way === "exists" && <ExistsForm transfer={transfer} asset={asset} onDone={onDone} />}
        {way === "absent" && <AbsentForm transfer={transfer} onDone={onDone} />}
      </Suspense>
    </Card>
  );
}

function AddressChoice({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <>
      <p className="text-muted">
        Add it only if the service gave it to you for this transfer. An address from anywhere else may belong
        to somebody else.
      </p>
      <Button className="mt-4" aria-expanded={isOpen} onClick={onToggle}>
        The service gave me the address
      </Button>
    </>
  );
}

type Way = "exists" | "absent";

type WayProps = {
  way: Way | undefined;
  onWay: (way: Way) => void;
  /** The service has sent a status update, so the transfer exists. */
  isReported: boolean;
};

function WayChoice({ way, onWay, isReported }: WayProps) {
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
