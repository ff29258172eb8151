import type { LinkProps } from "next/link";
import { classNames } from "#lib/text/class-names";
import { type ButtonLook, buttonClasses } from "./button";
import { PageLink } from "./page-link";

/** Not in `button.tsx`, so that a button doesn't bring the router along. */
export function ButtonLink<Route>({
  variant,
  size,
  className,
  ...rest
}: LinkProps<Route> & ButtonLook & { className?: string }) {
  return <PageLink className={classNames(buttonClasses({ variant, size }), className)} {...rest} />;
}
