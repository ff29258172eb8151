import { PageHeader } from "#components/ui/page-header";

export default function OverviewPage() {
  return <PageHeader title="Overview" />;
}
