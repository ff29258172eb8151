import type { LinkProps } from "next/link";
import type { ComponentProps } from "react";

type Props<Route> = Omit<ComponentProps<"a">, "href"> &
  Pick<LinkProps<Route>, "href"> & {
    /** The page stays where it is scrolled to. */
    scroll?: false;
  };

/**
 * A plain link: without scripts the browser follows it, and with them `PageLinks` of the frame does, for all links at once.
 * No page is fetched ahead: each is drawn for its request, so an early copy would be thrown away.
 */
export function PageLink<Route>({ href, scroll, ...rest }: Props<Route>) {
  return <a href={`${href}`} data-page={scroll === false ? "stay" : "top"} {...rest} />;
}
