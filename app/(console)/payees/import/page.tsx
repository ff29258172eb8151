import type { Metadata } from "next";
import { PageHeader } from "#components/ui/page-header";
import { pageActor } from "#lib/server/auth/page-actor";
import { ImportView } from "./import-view";

export const metadata: Metadata = { title: "Import payees" };

export default async function ImportPayeesPage() {
  await pageActor("keep_payees");
  return (
    <>
      <PageHeader title="Import payees" lead="From a spreadsheet. You check each row before it is saved." />
      <ImportView />
    </>
  );
}
