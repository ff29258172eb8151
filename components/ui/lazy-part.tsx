import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * A part of a page that is loaded when it is first drawn. When it cannot be had, what stands in its place says so: the
 * page around it, and what was typed there, stay. Draw it inside a `Suspense` that keeps its place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props> = NotLoaded,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => instead) }));
}

function NotLoaded() {
  return (
    <p role="alert" className="font-medium text-fail">
      Couldn’t load this part of the page. Check your connection, then reload the page.
    </p>
  );
}
