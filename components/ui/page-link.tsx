import Link, { type LinkProps } from "next/link";

/** Never prefetches: each page is drawn for its request, so an early copy would be thrown away. */
export function PageLink<Route>(props: LinkProps<Route>) {
  return <Link prefetch={false} {...props} />;
}
