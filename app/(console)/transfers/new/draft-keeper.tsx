import { Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { type Control, useWatch } from "react-hook-form";
import { lazyPart } from "#components/ui/lazy-part";
import { type Draft, draftFault, flushDraft, formOf, keepDraft, onDraftFault } from "./draft";
import { dropAmountFromAddress, keepFormInAddress } from "./steps";
import type { TransferForm } from "./transfer-form";

const NotKept = lazyPart(() => import("./_details/not-kept").then(({ NotKept }) => NotKept));

type Props = Omit<Draft, "fields"> & { control: Control<TransferForm> };

/** Keeps what is typed, and nothing of a form that was only opened. */
export function DraftKeeper({ control, origin, bank, payee }: Props) {
  const fields = useWatch({ control }) as TransferForm;
  const content = JSON.stringify({ origin, fields, bank, payee } satisfies Draft);
  const seen = useRef(content);
  useEffect(() => {
    if (seen.current === content) return;
    seen.current = content;
    const typed: Draft = JSON.parse(content);
    keepDraft(typed);
    dropAmountFromAddress(typed.fields);
    keepFormInAddress(formOf(typed.origin));
  }, [content]);

  useEffect(() => {
    const leave = () => document.visibilityState === "hidden" && flushDraft();
    window.addEventListener("pagehide", flushDraft);
    document.addEventListener("visibilitychange", leave);
    return () => {
      window.removeEventListener("pagehide", flushDraft);
      document.removeEventListener("visibilitychange", leave);
      flushDraft();
    };
  }, []);
  return null;
}

/** Says on both steps that what is typed isn't kept. */
export function DraftNotice() {
  const fault = useSyncExternalStore(onDraftFault, draftFault, () => undefined);
  return (
    fault && (
      <Suspense>
        <NotKept fault={fault} />
      </Suspense>
    )
  );
}
