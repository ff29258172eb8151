"use client";

import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import type { SandboxActs } from "./sandbox-acts";

const Acts = lazyPart(() => import("./sandbox-acts").then(({ SandboxActs }) => SandboxActs));

/** Loaded in sandbox mode alone. */
export function SandboxActsOpener(props: ComponentProps<typeof SandboxActs>) {
  return (
    <Suspense>
      <Acts {...props} />
    </Suspense>
  );
}
