import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "#components/ui/lazy-part";
import { Skeleton } from "#components/ui/skeleton";
import { detailOf } from "#lib/contract/problem";
import { unclearOf } from "./source";

const UnclearForm = lazyPart(() => import("./unclear-form").then(({ UnclearForm }) => UnclearForm));

type Props = Omit<ComponentProps<typeof UnclearForm>, "unclear" | "detail"> & { error: Error | null };

/** Asks what the server couldn't tell from the table; nothing for any other error. Loaded only then. */
export function UnclearStep({ error, ...rest }: Props) {
  const unclear = unclearOf(error);
  if (error === null || unclear === undefined) return null;
  return (
    <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
      {/* Another question starts with other answers. */}
      <UnclearForm key={JSON.stringify(unclear)} unclear={unclear} detail={detailOf(error)} {...rest} />
    </Suspense>
  );
}
