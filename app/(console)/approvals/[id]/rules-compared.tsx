import { Chip } from "#components/chip/chip";
import { Card } from "#components/ui/card";
import { Cell, ColumnHead, RowHead, Table } from "#components/ui/table";
import type { ApprovalDetail } from "#lib/features/controls/controls-api";
import { compareRules } from "#lib/features/controls/rule-words";

type Props = {
  rules: NonNullable<ApprovalDetail["rules"]>;
  /** Afterwards the rules that count are others, and nothing is compared with them. */
  isOpen: boolean;
};

/** The rules that count and those that were asked for, side by side. */
export function RulesCompared({ rules: { before, after }, isOpen }: Props) {
  return (
    <Card title={isOpen ? "Rules now, and as asked for" : "Rules as asked for"} isFlush>
      <Table caption="The rules for payouts, before and after">
        <thead>
          <tr>
            <ColumnHead>Rule</ColumnHead>
            {isOpen && <ColumnHead>Now</ColumnHead>}
            <ColumnHead>As asked for</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {compareRules(before, after).map(({ rule, before: was, after: is, isChanged }) => (
            <tr key={rule}>
              <RowHead className="text-[0.8125rem]/5 text-muted">{rule}</RowHead>
              {isOpen && (
                <Cell>
                  <Lines words={was} />
                </Cell>
              )}
              <Cell className={isOpen && isChanged ? "bg-warn-soft font-medium" : undefined}>
                <Lines words={is} />
                {isOpen && isChanged && (
                  <Chip shape="triangle" tone="warn">
                    Changed
                  </Chip>
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

function Lines({ words }: { words: readonly string[] }) {
  return words.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}
