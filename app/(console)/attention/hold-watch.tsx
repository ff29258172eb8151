"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import { ask } from "#lib/calls/ask";
import type { HoldState } from "#lib/contract/records";

const HoldNotice = lazyPart(() => import("./hold-notice").then(({ HoldNotice }) => HoldNotice));

type Props = { initial: HoldState; mayRelease: boolean; timeZone: string };

export function HoldWatch({ initial, ...rest }: Props) {
  const { data } = useQuery({ ...ask("GET /api/hold"), refetchInterval: 30_000, initialData: initial });
  const [wasHeld, setHeld] = useState(data.hold !== null);
  if (data.hold !== null && !wasHeld) setHeld(true);
  if (!wasHeld) return null;
  return (
    <Suspense>
      <HoldNotice hold={data.hold} {...rest} />
    </Suspense>
  );
}
