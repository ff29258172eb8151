import type { LinkProps } from "next/link";
import { classNames } from "#lib/text/class-names";
import { type ButtonLook, buttonClasses } from "./button";
import { PageLink } from "./page-link";

/** A link that looks like a button; it still navigates. Not in `button.tsx`, so that a button brings no router along. */
export function ButtonLink<Route>({
  variant,
  size,
  className,
  ...rest
}: LinkProps<Route> & ButtonLook & { className?: string }) {
  return <PageLink className={classNames(buttonClasses({ variant, size }), className)} {...rest} />;
}
