"use client";

import { LoginForm } from "#components/identity/login-form";

type Props = { next: string; email: string | undefined; isAtCode: boolean };

/** Ends with a full load, so that nothing of another person stays. */
export function LoginPanel({ next, email, isAtCode }: Props) {
  return <LoginForm email={email} isAtCode={isAtCode} onDone={() => window.location.assign(next)} />;
}
