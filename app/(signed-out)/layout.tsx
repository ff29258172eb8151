import { connection } from "next/server";
import { SandboxBar } from "#components/notice/sandbox-bar";
import { WithoutScripts } from "#components/notice/without-scripts";
import { env } from "#lib/server/config/env";

export default async function SignedOutLayout({ children }: LayoutProps<"/">) {
  await connection();
  const { isSandbox, release } = env();
  return (
    <div className="flex min-h-dvh flex-col">
      {isSandbox && <SandboxBar />}
      <WithoutScripts>Scripts are off in this browser. Turn them on to sign in.</WithoutScripts>
      <main id="content" tabIndex={-1} className="grid flex-1 place-items-center px-4 py-8 outline-none">
        <div className="w-full max-w-[26rem]">
          <p className="mb-4 text-center text-[0.8125rem]/5 text-muted">Offramp Dashboard {release}</p>
          {children}
        </div>
      </main>
    </div>
  );
}
