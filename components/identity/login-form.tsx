"use client";

import { useState } from "react";
import { CodeStep } from "./code-step";
import { PasswordStep } from "./password-step";

type Props = {
  /** Who signs in again, where that is known. */
  email?: string | undefined;
  /** Nobody else signs in here: what is open belongs to this person. */
  isSamePerson?: boolean;
  /** The password was judged before, and the second factor is next. */
  isAtCode?: boolean;
  onDone: () => void;
};

/** The password, and the second factor where there is one. */
export function LoginForm({ email, isSamePerson = false, isAtCode = false, onDone }: Props) {
  const [step, setStep] = useState<"password" | "code">(isAtCode ? "code" : "password");
  const [fault, setFault] = useState<string>();
  if (step === "code")
    return (
      <CodeStep
        onDone={onDone}
        onOver={(message) => {
          setFault(message);
          setStep("password");
        }}
      />
    );
  return (
    <PasswordStep
      fault={fault}
      email={email}
      isSamePerson={isSamePerson}
      onDone={({ next: then }) => {
        if (then === "done") return onDone();
        setFault(undefined);
        setStep("code");
      }}
    />
  );
}
