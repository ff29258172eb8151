import type { ReactNode } from "react";
import { keepHeadHeight } from "../head-height";
import { pressPill } from "./press-pill";

/** What a list does once somebody touches it: a first scroll, or a press on a pill. */
export function listAct(
  type: string,
  pill: HTMLElement | null,
  form: HTMLFormElement,
  show: (shown: ReactNode) => void,
  signal: AbortSignal,
): void {
  if (type === "scroll") keepHeadHeight(form, signal);
  else if (type === "click" && pill !== null) pressPill(pill, form, show);
}
