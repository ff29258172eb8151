import { Chip } from "#components/chip/chip";
import type { Tone } from "#components/chip/marked-chip";
import type { Shape } from "#components/chip/silhouette";
import { lazyPart } from "#components/ui/lazy-part";
import { OpenRow } from "#components/ui/open-row";
import { Skeleton } from "#components/ui/skeleton";
import { Cell, ColumnHead, cardCell, cardLabel, Table } from "#components/ui/table";
import { Ago } from "#components/ui/time";
import { isForSystems } from "#lib/contract/outbox/endpoint-forms";
import { chosenKinds } from "#lib/contract/outbox/event-kinds";
import { type EndpointLook, endpointState } from "#lib/features/telling/endpoint-state";
import type { Endpoint } from "#lib/features/telling/webhooks";
import { formatCount } from "#lib/money/format";
import { showInvisible } from "#lib/text/visible-text";
import { formWords } from "#lib/words/outbox/form-words";
import { nameOfKind } from "#lib/words/outbox/kind-words";

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

function EndpointRows({ endpoint, now, timeZone, ...shared }: Shared & { endpoint: Endpoint }) {
  const { name, form, origin, kinds, lastDeliveredAt, waiting } = endpoint;
  const { look, words } = endpointState(endpoint, { now, timeZone });
  return (
    <OpenRow
      name={name}
      columns={6}
      panel={<EndpointPanel endpoint={endpoint} timeZone={timeZone} {...shared} />}
      fallback={<Skeleton className="h-24 rounded-lg" />}
    >
      <Cell className={`${cardCell} xl:w-3/10`}>
        <span translate="no" className="foreign-text block font-medium">
          {showInvisible(name)}
        </span>
        <span translate="no" className="foreign-text block text-[0.8125rem]/5 text-muted">
          {origin.replace("https://", "")}
          {!isForSystems(form) && "/…"}
        </span>
        <span className="block text-[0.8125rem]/5 text-muted">{formWords[form].name}</span>
      </Cell>
      <Cell className={`${cardCell} xl:w-1/5`}>
        <Chip {...looks[look]}>{words}</Chip>
      </Cell>
      <Cell className={`${cardCell} text-[0.8125rem]/5 text-muted xl:w-3/10`}>
        {kinds.length === chosenKinds.length ? "All kinds" : kinds.map(nameOfKind).join(", ")}
      </Cell>
      <Cell className={`${cardCell} max-xl:text-[0.8125rem]/5 xl:whitespace-nowrap`}>
        <span className={cardLabel}>Last delivered </span>
        {lastDeliveredAt === null ? "never" : <Ago at={lastDeliveredAt} now={now} />}
      </Cell>
      <Cell className={`${cardCell} tabular-nums max-xl:text-[0.8125rem]/5 xl:text-right`}>
        <span className={cardLabel}>Waiting </span>
        {waitingWords(waiting)}
      </Cell>
    </OpenRow>
  );
}

function waitingWords(waiting: number): string {
  return waiting === 10_000 ? "10,000 or more" : formatCount(waiting);
}
