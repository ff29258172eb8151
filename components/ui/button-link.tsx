import type { ComponentProps } from "react";
import { classNames } from "#lib/text/class-names";
import { type ButtonLook, buttonClasses } from "./button";
import { PageLink } from "./page-link";

/** Not in `button.tsx`, so that a button doesn't bring the router along. */
export function ButtonLink<Route>({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<typeof PageLink<Route>> & ButtonLook) {
  return <PageLink className={classNames(buttonClasses({ variant, size }), className)} {...rest} />;
}
