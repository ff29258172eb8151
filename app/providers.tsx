"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { drawTheme, readChoice } from "#lib/browser/choice-cookie";
import { drawSingleKeys, singleKeysCookie, singleKeysOff } from "#lib/browser/single-keys";
import { readTheme, themeCookie } from "#lib/text/theme";

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(() => {
    // At once, whatever the browser believes of its line, and once: an act must not repeat itself, and of a read's fault a
    // person hears soon, since the server has already tried twice.
    const sent = { networkMode: "always", retry: false } as const;
    return new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, ...sent }, mutations: sent } });
  });
  // What the server drew before a choice in this browser can come after it, and would put back what stood on `<html>`. With
  // each such answer this is drawn anew.
  useLayoutEffect(() => {
    drawTheme(readTheme(readChoice(themeCookie)));
    drawSingleKeys(readChoice(singleKeysCookie) !== singleKeysOff);
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
