"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { drawChoices } from "#lib/browser/choice-cookie";

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(() => {
    // At once, whatever the browser believes of its line, and once: an act must not repeat itself, and of a read's fault a
    // person hears soon, since the server has already tried twice.
    const sent = { networkMode: "always", retry: false } as const;
    return new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, ...sent }, mutations: sent } });
  });
  // With each answer of the server that is drawn.
  useLayoutEffect(drawChoices);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
