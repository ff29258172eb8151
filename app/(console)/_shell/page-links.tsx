"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Follows every link to a page of ours without loading the frame again: one listener for all of them. */
export function PageLinks() {
  const router = useRouter();
  useEffect(() => {
    function follow(event: MouseEvent) {
      const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
      if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      // Also one in a drawing, which has no properties of an address.
      const link = target instanceof Element ? target.closest<HTMLElement>("a[data-page]") : null;
      if (link === null || link.hasAttribute("target")) return;
      event.preventDefault();
      const { pathname, search, hash, href } = new URL(link.getAttribute("href") ?? "", location.href);
      const go = href === location.href ? router.replace : router.push;
      go(`${pathname}${search}${hash}` as Route, { scroll: link.dataset.page === "top" });
    }
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [router]);
  return null;
}
