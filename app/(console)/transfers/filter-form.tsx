"use client";

import type { Route } from "next";
import Form from "next/form";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { mayBeAccount } from "#lib/bank/may-be-account";
import type { Ahead } from "./search-typing";

type Props = {
  /** What the address asks for, by the name of its field. */
  given: Record<string, string | undefined>;
  className?: string;
  children: ReactNode;
};

/** Applies a filter as it changes. The fields follow the address and stay where they are, so that focus is never lost. */
export function FilterForm({ given, className, children }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const asked = JSON.stringify(given);
  const applied = useRef<Props["given"]>(undefined);
  const ahead = useRef<string>(undefined);
  useEffect(() => {
    const { current } = form;
    if (current === null) return;
    current.querySelector("[name=q]")?.removeAttribute("pattern");
    const apply = ({ target }: Event) => {
      const isSearch = target instanceof HTMLInputElement && (target.name === "q" || target.type === "date");
      if (!isSearch) current.requestSubmit();
    };
    // So that the address has no empty parameters.
    const leaveOutEmpty = ({ formData }: FormDataEvent) => {
      for (const [name, value] of [...formData]) if (value === "") formData.delete(name);
    };
    current.addEventListener("change", apply);
    current.addEventListener("formdata", leaveOutEmpty);
    return () => {
      current.removeEventListener("change", apply);
      current.removeEventListener("formdata", leaveOutEmpty);
    };
  }, []);

  useSearchTyping(form, ahead);
  const shown = useActs(form);

  useEffect(() => {
    const wanted: Record<string, string | undefined> = JSON.parse(asked);
    const before = applied.current;
    applied.current = wanted;
    if (ahead.current === (wanted.q ?? "")) ahead.current = undefined;
    for (const field of form.current?.elements ?? []) {
      // What is being entered elsewhere stays: the answer to an earlier filter knows nothing of it.
      if (before !== undefined && "name" in field && wanted[`${field.name}`] === before[`${field.name}`])
        continue;
      if ("name" in field && field.name === "q" && ahead.current !== undefined) continue;
      if (field instanceof HTMLSelectElement) field.value = wanted[field.name] ?? "";
      else if (field instanceof HTMLInputElement && field.type === "checkbox")
        field.checked = wanted[field.name] !== undefined;
      else if (field instanceof HTMLInputElement && field.name !== "" && field !== document.activeElement)
        field.value = wanted[field.name] ?? "";
    }
  }, [asked]);

  function search(event: FormEvent<HTMLFormElement>) {
    const field = event.currentTarget.querySelector<HTMLInputElement>("[name=q]");
    if (field === null || !mayBeAccount(field.value)) return;
    event.preventDefault();
    void import("#lib/browser/account-in-search").then(({ openAccount }) =>
      openAccount(field, (path) => router.push(path as Route)),
    );
  }

  return (
    <Form
      ref={form}
      action="/transfers"
      prefetch={false}
      scroll={false}
      onSubmit={search}
      className={className}
    >
      {children}
      {shown}
    </Form>
  );
}

/** What the pills open and what a scroll asks for, loaded when somebody goes to it. */
function useActs(form: RefObject<HTMLFormElement | null>): ReactNode {
  const [shown, show] = useState<ReactNode>();
  useEffect(() => {
    const { current } = form;
    if (current === null) return;
    const end = new AbortController();
    const listen = (event: Event) => {
      const { target, type } = event;
      const pill = target instanceof Element ? target.closest<HTMLElement>("[data-pill]") : null;
      if (pill === null && type !== "scroll") return;
      // A panel is its button's popover once it is open: the browser would close that in the same press.
      if (type === "click" && pill instanceof HTMLButtonElement) event.preventDefault();
      void import("./_pills/list-acts").then(
        ({ listAct }) => listAct(type, pill, current, show, end.signal),
        () => undefined,
      );
    };
    for (const type of ["focusin", "click"]) current.addEventListener(type, listen, end);
    window.addEventListener("scroll", listen, { once: true, signal: end.signal });
    return () => end.abort();
  }, [form]);
  return shown;
}

/** Searches while somebody types; loaded when they go to the field. */
function useSearchTyping(form: RefObject<HTMLFormElement | null>, ahead: Ahead) {
  const router = useRouter();
  useEffect(() => {
    const { current } = form;
    const field = current?.querySelector<HTMLInputElement>("[name=q]");
    if (current === null || !field) return;
    const end = new AbortController();
    const go = {
      replace: (path: string) => router.replace(path as Route, { scroll: false }),
      push: (path: string) => router.push(path as Route, { scroll: false }),
    };
    const listen = () =>
      void import("./search-typing").then(({ searchTyping }) => {
        if (!end.signal.aborted) searchTyping(current, field, ahead, go, end.signal);
      });
    if (document.activeElement === field) listen();
    else field.addEventListener("focus", listen, { once: true, signal: end.signal });
    return () => end.abort();
  }, [form, ahead, router]);
}

/** As data they travel in a third of the bytes of their elements. */
export function Options({ of }: { of: readonly (readonly [value: string, words: string])[] }) {
  return of.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));
}

/** Open at first where one of its filters is set; from then on it is the person's, so that no focus is closed away. */
export function MoreFilters({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen] = useState(isOpen);
  return (
    <details open={wasOpen} className="open:w-full">
      {children}
    </details>
  );
}
