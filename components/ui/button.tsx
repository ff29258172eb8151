import type { ComponentProps } from "react";
import { classNames } from "#lib/text/class-names";
import { PressButton } from "./press-button";

export type ButtonLook = {
  /** `primary` is the one act of a page; `quiet` has no border. */
  variant?: "primary" | "secondary" | "quiet" | undefined;
  size?: "small" | "medium" | undefined;
};

const variants = {
  primary: "border-primary bg-primary text-on-primary hover:border-primary-hover hover:bg-primary-hover",
  secondary: "border-line-strong bg-surface text-ink hover:bg-sunken",
  quiet: "border-transparent text-ink hover:bg-sunken",
};
const sizes = { small: "min-h-8 px-3 text-[13px]/5", medium: "min-h-10 px-4 text-sm" };

/** Returns the classes of a button, for a link that looks like one. */
export function buttonClasses({ variant = "secondary", size = "medium" }: ButtonLook = {}): string {
  return classNames(
    "inline-flex items-center justify-center gap-2 rounded-lg border py-1 text-center font-semibold",
    "transition-colors select-none pointer-coarse:min-h-11",
    "disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-subtle",
    "aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-subtle",
    variants[variant],
    sizes[size],
  );
}

/** Submits only with `type="submit"`. A form whose submit needs scripts enables it itself; a native form works at once. */
export function Button({ variant, size, className, type, ...rest }: ComponentProps<"button"> & ButtonLook) {
  const look = classNames(buttonClasses({ variant, size }), className);
  return type === "submit" ? (
    <button type="submit" className={look} {...rest} />
  ) : (
    <PressButton className={look} {...rest} />
  );
}
