import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** Loads a part when it is first drawn; if that fails, says so in its place. Needs a `Suspense` that keeps its space. */
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
