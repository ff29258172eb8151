"use client";

import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { ButtonLink } from "#components/ui/button-link";
import { businessQuery } from "#lib/calls/queries";
import { businessBlock } from "#lib/words/business-block";

/** Ink is for what works: while the service takes nothing of the business, it is a plain link to the form, which says why. */
export function InkLink<Route>({ variant, ...rest }: ComponentProps<typeof ButtonLink<Route>>) {
  const isBlocked = businessBlock(useQuery(businessQuery)) !== undefined;
  return <ButtonLink {...rest} variant={isBlocked ? "secondary" : variant} />;
}
