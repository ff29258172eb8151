"use client";

import { type ComponentProps, useState } from "react";
import { PressButton } from "#components/ui/press-button";
import { Input } from "./input";

/** What was typed can be looked at. Without script it is a plain password field. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type" | "className">) {
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="relative block">
      <Input
        {...props}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-18"
      />
      <PressButton
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-1 right-1 rounded-md px-3 text-[0.8125rem]/5 font-medium text-muted -outline-offset-2 hover:bg-sunken hover:text-ink disabled:hidden"
      >
        {isShown ? "Hide" : "Show"}
        <span className="sr-only"> password</span>
      </PressButton>
    </span>
  );
}
