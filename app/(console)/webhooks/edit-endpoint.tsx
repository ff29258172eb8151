import { useQuery } from "@tanstack/react-query";
import { Trouble } from "#components/notice/trouble";
import { Skeleton } from "#components/ui/skeleton";
import { ask } from "#lib/calls/ask";
import { chosenKinds } from "#lib/contract/outbox/event-kinds";
import type { EndpointChange, EndpointInput } from "#lib/features/telling/webhooks";
import { EndpointForm } from "./endpoint-form";

type Props = {
  id: string;
  error: Error | null;
  isPending: boolean;
  onSend: (change: EndpointChange) => void;
  onClose: () => void;
};

/** Asks for the whole URL, which no list has, and nobody gets where it is a secret. */
export function EditEndpoint({ id, onSend, ...rest }: Props) {
  const { data, error } = useQuery({
    ...ask("GET /api/webhooks/[id]", { params: { id } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (error !== null && data === undefined) return <Trouble error={error} />;
  if (data === undefined)
    return (
      <div role="status">
        <span className="sr-only">Loading the endpoint</span>
        <Skeleton className="h-120 rounded-lg" />
      </div>
    );
  const kinds = chosenKinds.filter((kind) => data.kinds.includes(kind));
  const { name, form, origin, url } = data;
  const start = { name, url: url ?? "", kinds, form };
  return (
    <div className="max-w-xl border-t border-line pt-4">
      <EndpointForm
        {...rest}
        start={start}
        hiddenUrl={url === null ? `${origin}/…` : undefined}
        onSend={(input) => {
          const change = changesOf(start, input);
          if (Object.keys(change).length > 0) onSend(change);
          else rest.onClose();
        }}
        act="Save"
        actPending="Saving"
      />
    </div>
  );
}

/** Only what was changed is sent: another admin may have changed the rest since it was read. */
function changesOf(start: EndpointInput, { name, url, kinds }: EndpointInput): EndpointChange {
  const isOther = kinds.length !== start.kinds.length || kinds.some((kind) => !start.kinds.includes(kind));
  return {
    ...(name !== start.name && { name }),
    ...(url !== start.url && { url }),
    ...(isOther && { kinds }),
  };
}
