import type { ComponentProps, MouseEvent } from "react";
import { Button } from "./button";

/** A button that takes no press for now and keeps the focus, which `disabled` would drop. */
export function BusyButton({ isOff, ...rest }: ComponentProps<typeof Button> & { isOff: boolean }) {
  return <Button {...rest} {...(isOff && { "aria-disabled": true, onClick: ignorePress })} />;
}

/** Enter in a field presses the form's button too. */
function ignorePress(event: MouseEvent): void {
  event.preventDefault();
}
