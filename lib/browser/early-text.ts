import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Takes what was typed into a field before its component was there: React would put back what the server drew.
 * `shown` is what the component draws; `onText` gets the text that is in the field.
 */
export function useEarlyText(
  input: RefObject<HTMLInputElement | null>,
  shown: string,
  onText: (text: string) => void,
): void {
  const look = useEffectEvent(() => {
    const typed = input.current?.value;
    if (typed !== undefined && typed !== shown) onText(typed);
  });
  // Not in a layout effect: a form listens only once all of those have run.
  useEffect(() => look(), []);
}
