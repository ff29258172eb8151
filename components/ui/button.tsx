import type { ComponentProps } from "react";
import { classNames } from "#lib/text/class-names";
import { PressButton } from "./press-button";

export type ButtonLook = {
  /** `primary` is the one act of a page; `quiet` has no border. The others have one size. */
  variant?: "primary" | "secondary" | "quiet" | keyof typeof bare | undefined;
  size?: "small" | "medium" | undefined;
};

const variants = { primary: "btn-primary", secondary: "btn-secondary", quiet: "btn-quiet" };
/** Within a line, a mark, and within a menu. */
const bare = { link: "link-button", icon: "icon-button", menu: "menu-act" };
const sizes = { small: "btn-small", medium: "btn-medium" };

/** Returns the classes of a button, for a link that looks like one. */
export function buttonClasses({ variant = "secondary", size = "medium" }: ButtonLook = {}): string {
  if (variant === "link" || variant === "icon" || variant === "menu") return bare[variant];
  return classNames("btn", variants[variant], sizes[size]);
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
