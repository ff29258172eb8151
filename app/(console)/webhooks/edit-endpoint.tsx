import { useQuery } from "@tanstack/react-query";
import { Trouble } from "#components/notice/trouble";
import { Skeleton } from "#components/ui/skeleton";
import { endpointQuery } from "#lib/calls/webhook-calls";
import { chosenKinds } from "#lib/contract/webhooks/chosen-kinds";
import type { EndpointInput } from "#lib/contract/webhooks/webhooks";
import { EndpointForm } from "./endpoint-form";

type Props = {
  id: string;
  error: Error | null;
  isPending: boolean;
  onSend: (input: EndpointInput) => void;
  onClose: () => void;
};

/** Asks for the whole URL, which no list has. */
export function EditEndpoint({ id, ...rest }: Props) {
  const { data, error } = useQuery({ ...endpointQuery(id), refetchOnWindowFocus: false });
  if (error !== null && data === undefined) return <Trouble error={error} />;
  if (data === undefined)
    return (
      <div role="status">
        <span className="sr-only">Loading the endpoint</span>
        <Skeleton className="h-120 rounded-lg" />
      </div>
    );
  const kinds = chosenKinds.filter((kind) => data.kinds.includes(kind));
  return (
    <div className="max-w-xl border-t border-line pt-4">
      <EndpointForm
        {...rest}
        start={{ name: data.name, url: data.url, kinds }}
        act="Save"
        actPending="Saving"
      />
    </div>
  );
}
