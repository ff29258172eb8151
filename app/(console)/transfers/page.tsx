import { PageHeader } from "#components/ui/page-header";

export default function TransfersPage() {
  return <PageHeader title="Transfers" />;
}
