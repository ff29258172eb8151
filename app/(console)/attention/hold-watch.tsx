"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import { holdQuery } from "#lib/calls/hold-calls";
import type { HoldState } from "#lib/contract/records";

const HoldNotice = lazyPart(() => import("./hold-notice").then(({ HoldNotice }) => HoldNotice));

type Props = { initial: HoldState; mayRelease: boolean; timeZone: string };

export function HoldWatch({ initial, ...rest }: Props) {
  const { data } = useQuery({ ...holdQuery, initialData: initial });
  const [wasHeld, setHeld] = useState(data.hold !== null);
  if (data.hold !== null && !wasHeld) setHeld(true);
  if (!wasHeld) return null;
  return (
    <Suspense>
      <HoldNotice hold={data.hold} {...rest} />
    </Suspense>
  );
}
