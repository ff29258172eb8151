import type { ReactNode } from "react";

export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-5 py-12 text-center">
      {typeof title === "string" ? <h2 className="text-base font-semibold">{title}</h2> : title}
      {children !== undefined && <div className="foreign-text space-y-2 text-muted">{children}</div>}
      {action !== undefined && <div className="pt-3">{action}</div>}
    </div>
  );
}
