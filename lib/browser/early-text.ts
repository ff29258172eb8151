import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Takes over what was typed into a field before hydration, which React would overwrite with what the server drew. It stays as
 * it is while somebody may still be typing it: a keyboard may be composing.
 */
export function useEarlyText(
  input: RefObject<HTMLInputElement | null>,
  shown: string,
  onText: (text: string, isTyping: boolean) => void,
): void {
  const look = useEffectEvent(() => {
    const typed = input.current?.value;
    if (typed !== undefined && typed !== shown) onText(typed, input.current === document.activeElement);
  });
  // Not a layout effect: a form listens only after all of those have run.
  useEffect(() => look(), []);
}
