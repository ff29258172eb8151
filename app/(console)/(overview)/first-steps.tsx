import type { Route } from "next";
import type { ReactNode } from "react";
import { Mark } from "#components/chip/mark";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import { BookUser, Check, Plus, ShieldCheck, Users } from "#components/ui/icon";
import { PageLink } from "#components/ui/page-link";
import { Ago } from "#components/ui/time";
import { may, type Person } from "#lib/contract/roles";
import type { FirstSteps as Found } from "#lib/server/people/first-steps";
import { HideSteps } from "./hide-steps";
import { ReachStep } from "./reach-step";

type Facts = { person: Person; found: Found; hasTransfer: boolean; isSandbox: boolean; now: number };
type Step = { name: string; about: ReactNode; isDone: boolean; icon: ReactNode; act?: ReactNode };

/** What to do first, each with its button, for as long as something is left of it. */
export function FirstSteps({ names, ...facts }: Facts & { names: number }) {
  const steps = stepsOf(facts);
  const done = steps.filter(({ isDone }) => isDone).length;
  const { isSandbox, person } = facts;
  if (facts.found.isHidden || done === steps.length) return null;
  return (
    <div className={isSandbox ? "grid gap-4 lg:grid-cols-[minmax(0,1fr)_19.5rem]" : undefined}>
      <Card
        isFlush
        title={
          <>
            First steps{" "}
            <span className="ml-1 text-[0.8125rem]/5 font-normal text-muted">
              {done} of {steps.length} done
            </span>
          </>
        }
        action={<HideSteps />}
      >
        <ol className="border-t border-line">
          {steps.map((step) => (
            <StepRow key={step.name} {...step} />
          ))}
        </ol>
      </Card>
      {isSandbox && (
        <div className="space-y-4">
          <GoLive />
          {may(person.role, "create") && (
            <Card title="Try what goes wrong" className="text-[0.8125rem]/5">
              <p className="text-muted">
                {names} account names make the sandbox misbehave: short, late, failed, refunded.
              </p>
              <PageLink href="/scenarios" className="lone-link mt-1.5 font-medium">
                Pick a name
              </PageLink>
            </Card>
          )}
        </div>
      )}
    </div>
  );
}

function StepRow({ name, about, isDone, icon, act }: Step) {
  return (
    <li className="flex items-center gap-x-3.5 border-line px-card py-2.5 not-first:border-t">
      <span
        aria-hidden="true"
        className={`grid size-7 shrink-0 place-items-center rounded-full [--silhouette-hole:var(--color-surface)] ${isDone ? "text-ok" : "bg-sunken text-ink"}`}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className={isDone ? "text-muted line-through" : "font-medium"}>
          {name}
          {isDone && <span className="sr-only"> (done)</span>}
        </p>
        <div className="foreign-text text-[0.8125rem]/5 text-muted">{about}</div>
      </div>
      {!isDone && act}
    </li>
  );
}

function stepsOf({ person, found, hasTransfer, isSandbox, now }: Facts): Step[] {
  const { admin, hasColleague, hasPayee, hasUpdate } = found;
  const step = (name: string, about: ReactNode, isDone: boolean, icon: ReactNode, act?: ReactNode): Step => ({
    ...{ name, about, isDone, act },
    icon: isDone ? <Mark shape="tick" className="size-5" /> : icon,
  });
  const mayCreate = may(person.role, "create");
  return [
    step(
      "Create the first admin",
      admin !== undefined && (
        <>
          <bdi>{admin.id === person.id ? "You" : admin.name}</bdi>, <Ago at={admin.at} now={now} />
        </>
      ),
      true,
      null,
    ),
    ...(isSandbox || !may(person.role, "manage_webhooks")
      ? []
      : [
          step(
            "Check that the service can reach this dashboard",
            hasUpdate ? "Its updates arrive" : <ReachStep />,
            hasUpdate,
            <Check className="size-4" />,
          ),
        ]),
    step(
      "Create a transfer",
      !mayCreate
        ? "Somebody in finance can"
        : isSandbox
          ? "Any amount, any bank: nothing real is sent in the sandbox"
          : "The service gives the address to send to; no money moves yet",
      hasTransfer,
      <Plus className="size-4" />,
      mayCreate && <StepLink href="/transfers/new">New transfer</StepLink>,
    ),
    step(
      "Turn on a second factor",
      "A stolen password won’t be enough to sign in",
      person.hasSecondFactor,
      <ShieldCheck className="size-4" />,
      <StepLink href="/account">Turn on</StepLink>,
    ),
    ...(may(person.role, "manage_people")
      ? [
          step(
            "Invite a colleague",
            "Somebody in finance can create; somebody in support can look",
            hasColleague,
            <Users className="size-4" />,
            <StepLink href="/people">Invite</StepLink>,
          ),
        ]
      : []),
    ...(may(person.role, "keep_payees")
      ? [
          step(
            "Save a payee",
            "Name, bank and account once, checked by you",
            hasPayee,
            <BookUser className="size-4" />,
            <StepLink href="/payees">Add payee</StepLink>,
          ),
        ]
      : []),
  ];
}

function StepLink({ href, children }: { href: string; children: string }) {
  return (
    <PageLink href={href as Route} className="btn btn-small btn-secondary shrink-0 whitespace-nowrap">
      {children}
    </PageLink>
  );
}

function GoLive() {
  return (
    <Card title="When you go live" className="text-[0.8125rem]/5">
      <p className="text-muted">
        The person who runs this dashboard sets the service’s address and your key, and restarts it.
      </p>
      <Disclosure summary="What to set" className="mt-1">
        <p className="text-muted">
          OFFRAMP_BASE_URL, OFFRAMP_API_KEY, and APP_URL for status updates. The README says how.
        </p>
      </Disclosure>
    </Card>
  );
}
