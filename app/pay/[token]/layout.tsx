import { SandboxBar } from "#components/notice/sandbox-bar";
import { env } from "#lib/server/config/env";

export default function PayLayout({ children }: LayoutProps<"/pay/[token]">) {
  return (
    <div className="flex min-h-dvh flex-col">
      {env().isSandbox && <SandboxBar />}
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[38rem] px-4 py-8 outline-none">
        {children}
      </main>
    </div>
  );
}
