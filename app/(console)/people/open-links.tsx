import { useMutation } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Trouble } from "#components/notice/trouble";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Time } from "#components/ui/time";
import { act } from "#lib/calls/act";
import { ask } from "#lib/calls/ask";
import { showInvisible } from "#lib/text/visible-text";

const ConfirmDialog = lazy(() =>
  import("#components/ui/confirm-dialog").then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
);

type OpenLink = { id: string; email: string; madeBy: string | null; expiresAt: string };
type Props<Link extends OpenLink> = {
  title: string;
  links: readonly Link[];
  /** Comes before the e-mail, such as "the invitation for". */
  what: string;
  /** A sentence that says what the link does, unless the title says it. */
  gives?: (link: Link) => string;
  revoking: "DELETE /api/people/invitations/[id]" | "DELETE /api/people/password-links/[id]";
  /** What follows from revoking it. */
  children: ReactNode;
  timeZone: string;
};

export function OpenLinks<Link extends OpenLink>(props: Props<Link>) {
  const { title, links, what, gives, revoking, children, timeZone } = props;
  const [asked, setAsked] = useState<Link>();
  const { mutate, error, isPending } = useMutation(act(revoking, { renews: [ask("GET /api/people")] }));
  if (links.length === 0 && error === null) return null;
  return (
    <Card title={title}>
      {error !== null && (
        <div className="mb-4">
          <Trouble error={error} />
        </div>
      )}
      {links.length > 0 && (
        <ul className="divide-y divide-line">
          {links.map((link) => (
            <li
              key={link.id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0 flex-[1_1_12rem]">
                <p translate="no" className="foreign-text font-medium">
                  {showInvisible(link.email)}
                </p>
                <p className="foreign-text text-[0.8125rem]/5 text-muted">
                  {gives?.(link)} Created by{" "}
                  {link.madeBy === null ? "a command on the server" : showInvisible(link.madeBy)}. The link
                  expires <Time at={link.expiresAt} timeZone={timeZone} />.
                </p>
              </div>
              <Button size="small" onClick={() => setAsked(link)}>
                Revoke
                <span className="sr-only">
                  {" "}
                  {what} {link.email}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked !== undefined && (
        <Suspense>
          <ConfirmDialog
            title={`Revoke ${what} ${asked.email}?`}
            act="Revoke"
            actPending="Revoking"
            isPending={isPending}
            onAct={() => mutate({ params: { id: asked.id } }, { onSettled: () => setAsked(undefined) })}
            onClose={() => setAsked(undefined)}
          >
            <p>{children}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </Card>
  );
}
