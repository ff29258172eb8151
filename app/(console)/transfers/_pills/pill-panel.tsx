import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { AmountRange } from "./amount-range";
import { DayChoices, ReasonChoices, ReceivedChoices } from "./fixed-choices";
import { BankChoices, NetworkChoices, PayeeChoices, PersonChoices } from "./found-choices";
import { type ChoiceProps, type PanelKind, pillNames } from "./pill-kinds";

type Props = ChoiceProps & {
  kind: PanelKind;
  button: HTMLButtonElement;
  onClose: () => void;
};

const widthPx = 320;
const leastHeightPx = 360;
const edgePx = 16;

/** A native popover outside the form of the filters: what is typed here is none of its fields. */
export function PillPanel({ kind, button, onClose, ...choice }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const choose = () => {
    choice.onChoose();
    panel.current?.hidePopover();
  };
  const props = { given: choice.given, onChoose: choose };

  useLayoutEffect(() => {
    const shown = panel.current;
    if (shown === null) return;
    const put = () => placeBelow(button, shown);
    put();
    window.addEventListener("resize", put);
    // So that a second press on its button closes it and doesn't open it again.
    button.popoverTargetElement = shown;
    button.ariaExpanded = "true";
    shown.showPopover();
    // Where the choices are still to come, the panel itself.
    (shown.querySelector<HTMLElement>("input, a") ?? shown).focus({ preventScroll: true });
    return () => {
      window.removeEventListener("resize", put);
      button.popoverTargetElement = null;
      button.ariaExpanded = "false";
      // Where it closes with the focus inside.
      if (shown.contains(document.activeElement)) button.focus({ preventScroll: true });
    };
  }, [button]);

  const drawn: Record<PanelKind, () => ReactNode> = {
    days: () => <DayChoices {...props} />,
    bank: () => <BankChoices {...props} />,
    payee: () => <PayeeChoices {...props} />,
    person: () => <PersonChoices {...props} />,
    network: () => <NetworkChoices {...props} />,
    amount: () => <AmountRange {...props} />,
    received: () => <ReceivedChoices {...props} />,
    reason: () => <ReasonChoices {...props} />,
  };
  return createPortal(
    <div
      ref={panel}
      popover="auto"
      tabIndex={-1}
      role="dialog"
      aria-label={`Filter by ${pillNames[kind].toLowerCase()}`}
      onToggle={({ newState }) => newState === "closed" && onClose()}
      onKeyDown={moveByArrows}
      className="m-0 w-80 max-w-[calc(100vw-2rem)] overflow-y-auto overscroll-contain rounded-xl border border-line-strong bg-surface p-2 text-ink shadow-lg outline-none"
    >
      {drawn[kind]()}
    </div>,
    document.body,
  );
}

/** Inside the window, however far to its edge the button is. */
function placeBelow(button: HTMLElement, { style }: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  const top = Math.max(edgePx, Math.min(bottom + 4, window.innerHeight - leastHeightPx));
  style.left = `${Math.max(edgePx, Math.min(left, window.innerWidth - widthPx - edgePx))}px`;
  style.top = `${top}px`;
  style.maxHeight = `${window.innerHeight - top - edgePx}px`;
}

/** From the field to the choices and between them; Enter in the field takes the first. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, nativeEvent, target } = event;
  if (nativeEvent.isComposing) return;
  const links = [...currentTarget.querySelectorAll<HTMLElement>("a")];
  if (key === "Enter" && target instanceof HTMLInputElement && target.form === null) {
    event.preventDefault();
    links[0]?.click();
    return;
  }
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const at = links.indexOf(document.activeElement as HTMLElement) + step;
  (links[at] ?? currentTarget.querySelector<HTMLElement>("input") ?? links[0])?.focus();
}
