import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { Button, buttonClasses } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { PageHeader } from "#components/ui/page-header";

/** Plain HTML: every transfer's page loads this too. */
export default function TransferNotFound() {
  return (
    <>
      <title>Transfer not found · Offramp Dashboard</title>
      <PageHeader title="Transfer not found" />
      <Card className="max-w-160">
        <p>
          This dashboard has no transfer with that ID. Only transfers created in this dashboard can be found.
        </p>
        <search>
          <form action="/transfers" className="mt-5 flex flex-wrap items-end gap-3">
            <Field label="ID, transaction ID or deposit address" className="min-w-0 flex-[1_1_16rem]">
              {(wiring) => (
                <Input
                  {...wiring}
                  name="find"
                  type="search"
                  required
                  maxLength={256}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                />
              )}
            </Field>
            <Button type="submit" variant="primary">
              Find
            </Button>
          </form>
        </search>
        <p className="mt-5">
          <a href="/transfers" className={buttonClasses({ size: "small" })}>
            Show all transfers
          </a>
        </p>
      </Card>
    </>
  );
}
