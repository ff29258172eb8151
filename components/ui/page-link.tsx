import Link, { type LinkProps } from "next/link";

/**
 * A link to another page of this dashboard. Nothing of that page is fetched before somebody goes there: each page is
 * drawn for the moment it is asked for, so what came ahead would only be thrown away.
 */
export function PageLink<Route>(props: LinkProps<Route>) {
  return <Link prefetch={false} {...props} />;
}
