"use client";

import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import type { WholeBody } from "./whole-body";

const Part = lazyPart(() => import("./whole-body").then(({ WholeBody }) => WholeBody));

/** Loaded only with a body that is too long for the page. */
export function CutBody(props: ComponentProps<typeof WholeBody>) {
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
