import type { Route } from "next";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#lib/text/class-names";
import { type ButtonLook, buttonClasses } from "./button";
import { PageLink } from "./page-link";

/** Not in `button.tsx`, so that a button doesn't bring the router along. */
export function ButtonLink<Href>({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<typeof PageLink<Href>> & ButtonLook) {
  return <PageLink className={classNames(buttonClasses({ variant, size }), className)} {...rest} />;
}

type LinkProps = { href: Route; icon: ReactNode; className?: string | undefined; children: ReactNode };

/** Within a menu. */
export function MenuLink({ href, icon, className, children }: LinkProps) {
  return (
    <PageLink href={href} className={classNames("menu-act", className)}>
      {icon}
      <span className="foreign-text min-w-0">{children}</span>
    </PageLink>
  );
}
