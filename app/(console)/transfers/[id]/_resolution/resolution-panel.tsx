import { Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import type { Asset } from "#lib/asset/asset";
import { useIsAlive } from "#lib/browser/is-alive";
import type { TransferWithEvents } from "#lib/contract/api";
import { depositPhase } from "#lib/words/deposit/deposit-phase";
import { type Way, WayChoice } from "./way-choice";

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
