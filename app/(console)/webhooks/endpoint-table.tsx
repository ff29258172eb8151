import { Suspense, useId, useState } from "react";
import { Chip } from "#components/chip/chip";
import type { Tone } from "#components/chip/marked-chip";
import type { Shape } from "#components/chip/silhouette";
import { Button } from "#components/ui/button";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { Cell, ColumnHead, Table } from "#components/ui/table";
import { Ago } from "#components/ui/time";
import { chosenKinds } from "#lib/contract/webhooks/chosen-kinds";
import type { Endpoint } from "#lib/contract/webhooks/webhooks";
import { showInvisible } from "#lib/text/visible-text";
import { type EndpointLook, endpointState } from "#lib/words/webhooks/endpoint-state";
import { nameOfKind } from "#lib/words/webhooks/kind-words";

const EndpointPanel = lazyPart(() => import("./endpoint-panel").then(({ EndpointPanel }) => EndpointPanel));

type Shared = { now: number; timeZone: string; onRemoved: (sentence: string) => void };

/** On a narrow screen each row becomes a card. */
export function EndpointTable({ endpoints, ...shared }: Shared & { endpoints: readonly Endpoint[] }) {
  return (
    <Table caption="Endpoints, by name" className="max-xl:block">
      <thead className="max-xl:sr-only">
        <tr>
          <ColumnHead>Endpoint</ColumnHead>
          <ColumnHead>State</ColumnHead>
          <ColumnHead>Kinds</ColumnHead>
          <ColumnHead>Last delivered</ColumnHead>
          <ColumnHead isAmount>Waiting</ColumnHead>
          <ColumnHead>
            <span className="sr-only">Actions</span>
          </ColumnHead>
        </tr>
      </thead>
      {endpoints.map((endpoint) => (
        <EndpointRows key={endpoint.id} endpoint={endpoint} {...shared} />
      ))}
    </Table>
  );
}

const looks: Record<EndpointLook, { shape: Shape; tone: Tone }> = {
  well: { shape: "tick", tone: "ok" },
  new: { shape: "dashed-ring", tone: "wait" },
  failing: { shape: "octagon", tone: "fail" },
  resting: { shape: "half-disc", tone: "warn" },
  off: { shape: "barred-ring", tone: "wait" },
};

const card = "max-xl:block max-xl:border-0 max-xl:p-0 max-xl:first:pl-0 max-xl:last:pr-0";
const inCard = "text-muted xl:sr-only";

function EndpointRows({ endpoint, now, timeZone, ...shared }: Shared & { endpoint: Endpoint }) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const { name, origin, kinds, lastDeliveredAt, waiting } = endpoint;
  const { look, words } = endpointState(endpoint, { now, timeZone });
  return (
    <tbody className="border-b border-line last:border-b-0 max-xl:block">
      <tr className="max-xl:flex max-xl:flex-col max-xl:gap-y-1.5 max-xl:px-5 max-xl:py-4">
        <Cell className={`${card} xl:w-3/10`}>
          <span className="foreign-text block font-medium">{showInvisible(name)}</span>
          <span className="foreign-text block text-[0.8125rem]/5 text-muted">
            {origin.replace("https://", "")}
          </span>
        </Cell>
        <Cell className={`${card} xl:w-1/5`}>
          <Chip {...looks[look]}>{words}</Chip>
        </Cell>
        <Cell className={`${card} text-[0.8125rem]/5 text-muted xl:w-3/10`}>
          {kinds.length === chosenKinds.length ? "All kinds" : kinds.map(nameOfKind).join(", ")}
        </Cell>
        <Cell className={`${card} max-xl:text-[0.8125rem]/5 xl:whitespace-nowrap`}>
          <span className={inCard}>Last delivered </span>
          {lastDeliveredAt === null ? "never" : <Ago at={lastDeliveredAt} now={now} />}
        </Cell>
        <Cell className={`${card} tabular-nums max-xl:text-[0.8125rem]/5 xl:text-right`}>
          <span className={inCard}>Waiting </span>
          {waitingWords(waiting)}
        </Cell>
        <Cell className={`${card} max-xl:pt-1 xl:text-right`}>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setIsOpen(!isOpen)}
            className="aria-expanded:border-accent aria-expanded:bg-accent-soft"
          >
            Change<span className="sr-only"> {name}</span>
          </Button>
        </Cell>
      </tr>
      {isOpen && (
        <tr className="max-xl:block">
          <Cell id={panelId} colSpan={6} className="max-xl:block max-xl:border-0 max-xl:pt-0">
            <Suspense fallback={<Skeleton className="h-24 rounded-lg" />}>
              <EndpointPanel endpoint={endpoint} timeZone={timeZone} {...shared} />
            </Suspense>
          </Cell>
        </tr>
      )}
    </tbody>
  );
}

function waitingWords(waiting: number): string {
  return waiting === 10_000 ? "10,000 or more" : waiting.toLocaleString("en");
}
