import { useEffect, useRef, useSyncExternalStore } from "react";
import { type Control, useWatch } from "react-hook-form";
import { Notice } from "#components/notice/notice";
import { type Draft, draftFault, flushDraft, formOf, keepDraft, onDraftFault } from "./draft";
import { dropAmountFromAddress, keepFormInAddress } from "./steps";
import type { TransferForm } from "./transfer-form";

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
  if (fault === undefined) return null;
  return (
    <Notice kind="warn" title="What you typed isn’t being saved" isLive className="mb-6">
      <p>A reload would lose it. You can still create the transfer.</p>
      <p>{fault.message}</p>
    </Notice>
  );
}
