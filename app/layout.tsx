import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { singleKeysCookie } from "#lib/browser/choice-cookie";
import { singleKeysOff } from "#lib/browser/single-keys";
import { readTheme, themeCookie } from "#lib/text/theme";
import { fontClasses } from "./fonts";
import "./globals.css";
import { Providers } from "./providers";

export const metadata: Metadata = {
  title: { default: "Offramp Dashboard", template: "%s · Offramp Dashboard" },
  description: "Transfers of an offramp service: crypto to a bank account.",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
  formatDetection: { telephone: false, email: false, address: false, date: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: LayoutProps<"/">) {
  const jar = await cookies();
  const theme = readTheme(jar.get(themeCookie)?.value);
  const hasSingleKeys = jar.get(singleKeysCookie)?.value !== singleKeysOff;
  return (
    <html
      lang="en"
      data-theme={theme}
      data-single-keys={hasSingleKeys ? undefined : singleKeysOff}
      className={fontClasses}
    >
      <head>
        {/* Not in `viewport`, which comes anew with each page: the browser would judge the colours of every element again. */}
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
