import { cookies } from "next/headers";
import { SandboxBar } from "#components/notice/sandbox-bar";
import { WithoutScripts } from "#components/notice/without-scripts";
import { Menu, X } from "#components/ui/icon";
import { PageLink } from "#components/ui/page-link";
import { may } from "#lib/contract/roles";
import { hasControls, switchedOff } from "#lib/features/controls/server/presence";
import { currentActor } from "#lib/server/auth/page-actor";
import { env } from "#lib/server/config/env";
import { listViews } from "#lib/server/search/views/views";
import { readTheme, themeCookie } from "#lib/text/theme";
import { BusinessTitle } from "./_shell/business-badge";
import { FindButton } from "./_shell/find-button";
import { KeyboardHelp } from "./_shell/keyboard-help";
import { pagesOf } from "./_shell/nav-pages";
import { PageLinks } from "./_shell/page-links";
import { PhoneMenu } from "./_shell/phone-menu";
import { SessionWatch } from "./_shell/session-watch";
import { SheetPaste } from "./_shell/sheet-paste";
import { Sidebar } from "./_shell/sidebar";
import { TimeTitles } from "./_shell/time-titles";
import { ControlsOffBar } from "./controls/controls-off-bar";

/** Waits for nothing but the request: the business' state streams in. */
export default async function ConsoleLayout({ children }: LayoutProps<"/">) {
  const person = (await currentActor().catch(() => undefined))?.person;
  const { isSandbox, release, timeZone } = env();
  const [views, isControlled, off] =
    person === undefined
      ? [[], false, undefined]
      : await Promise.all([
          listViews(person.id).catch(() => []),
          hasControls().catch(() => false),
          switchedOff().catch(() => undefined),
        ]);
  // One list for the links and the keys: it travels once.
  const pages = person === undefined ? [] : pagesOf(person.role, new Set(isControlled ? ["controls"] : []));
  const theme = readTheme((await cookies()).get(themeCookie)?.value);
  return (
    <div
      className={`flex min-h-dvh flex-col print:block print:min-h-0 ${isSandbox ? "[--bar:1.5625rem]" : ""}`}
    >
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-primary px-4 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      {isSandbox && (
        <SandboxBar>
          {person !== undefined && may(person.role, "create") && (
            <PageLink href="/scenarios" className="py-1 underline underline-offset-2">
              Try what goes wrong
            </PageLink>
          )}
        </SandboxBar>
      )}
      {off !== undefined && <ControlsOffBar {...off} timeZone={timeZone} />}
      <WithoutScripts>
        Scripts are off in this browser. You can read and search here; to create or change anything, turn them
        on.
      </WithoutScripts>
      <div className="flex-1 md:grid md:grid-cols-[14rem_minmax(0,1fr)] print:block">
        <PhoneMenu
          summary={
            <summary className="grid size-14 place-items-center -outline-offset-2 select-none [&::-webkit-details-marker]:hidden">
              <span className="sr-only">Menu</span>
              <Menu aria-hidden className="size-5 group-open/menu:hidden" />
              <X aria-hidden className="hidden size-5 group-open/menu:block" />
            </summary>
          }
          beside={
            <>
              <BusinessTitle />
              <FindButton />
            </>
          }
        >
          <aside className="sticky top-[calc(var(--bar,0px)+3.5rem)] z-20 hidden max-h-[calc(100dvh-3.5rem-var(--bar,0px))] flex-col overflow-y-auto border-b border-line bg-sunken in-[:has(#phone-menu[open])]:flex md:static md:flex md:max-h-none md:overflow-y-visible md:border-r md:border-b-0 print:hidden">
            <Sidebar person={person} pages={pages} views={views} theme={theme} release={release} />
          </aside>
        </PhoneMenu>
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 px-4 pt-3 pb-6 outline-none md:px-8 md:pt-4 print:p-0"
        >
          <div className="mx-auto max-w-[62rem] has-[[data-wide]]:max-w-[82rem]">
            <PageLinks />
            <SessionWatch email={person?.email} />
            <KeyboardHelp pages={pages} timeZone={timeZone} />
            <TimeTitles />
            <SheetPaste />
            {children}
          </div>
        </main>
      </div>
    </div>
  );
}
