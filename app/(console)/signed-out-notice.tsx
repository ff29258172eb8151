import { SignInAgain } from "#components/sign-in-again";
import { Notice } from "#components/ui/notice";

/** Says that the person was signed out meanwhile, and leads to the sign-in and back. */
export function SignedOutNotice() {
  return (
    <div className="sticky top-2 z-10 mb-6 rounded-lg border border-line-strong max-md:top-14 print:hidden">
      <Notice kind="warn" title="You are signed out" action={<SignInAgain />} isLive>
        What stands on this page is as it was, and what you typed stays. Sign in in the new tab, then come
        back and go on here.
      </Notice>
    </div>
  );
}
