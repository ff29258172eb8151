"use client";

import { useState } from "react";
import { CodeStep } from "./code-step";
import { PasswordStep } from "./password-step";

/** Ends with a full load, so that nothing of another person stays. */
export function LoginForm({ next }: { next: string }) {
  const [step, setStep] = useState<"password" | "code">("password");
  const [fault, setFault] = useState<string>();
  const finish = () => window.location.assign(next);
  if (step === "code")
    return (
      <CodeStep
        onDone={finish}
        onOver={(message) => {
          setFault(message);
          setStep("password");
        }}
      />
    );
  return (
    <PasswordStep
      fault={fault}
      onDone={({ next: then }) => {
        if (then === "done") return finish();
        setFault(undefined);
        setStep("code");
      }}
    />
  );
}
