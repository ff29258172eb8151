import { useState } from "react";
import { Button } from "#components/ui/button";
import { formatCount } from "#lib/money/format";
import { countOf } from "#lib/words/tables/table-words";
import { AgreeDialog } from "../agree-dialog";
import { type CheckProps, isWholeAsked } from "../shared";

type Props = CheckProps & { onAsk: () => void };

/** The one act of the page, once nothing is open, above all rows. A press before that leads to what is. */
export function AgreeBar(props: Props) {
  const { batch, acts, onAsk } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { ready, asked, faulty } = batch.counts;
  const open = (faulty ?? 0) + (asked ?? 0);
  const why = whyNot(props);

  async function press() {
    if (why === undefined) return setIsOpen(true);
    if (why.leadsTo === "same") return document.getElementById("not-the-same")?.focus();
    if (why.leadsTo === "questions") return onAsk();
    if (acts.page.from !== 0 || acts.page.show !== "all") await acts.load({ from: 0, show: "all" });
    // The page's rows are drawn by then.
    setTimeout(() => document.querySelector<HTMLElement>("#rows [data-row]")?.focus());
  }

  return (
    <>
      <div
        data-form-bar
        className="flex flex-wrap items-center gap-x-3 gap-y-1 md:sticky md:top-[var(--bar,0px)] md:z-10 md:-my-2 md:bg-page md:py-2 max-md:order-last max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-3"
      >
        <Button variant="primary" className="max-md:w-full" onClick={() => void press()}>
          Agree on {countOf((ready ?? 0) + open, "row")}
        </Button>
        <p className="min-w-0 flex-[1_1_16rem] text-[0.8125rem]/5 text-muted">
          {why?.words ?? "Nothing is created yet: you press once more for that."}
        </p>
      </div>
      {isOpen && <AgreeDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type Why = { words: string; leadsTo: "same" | "questions" | "rows" };

function whyNot({ batch }: CheckProps): Why | undefined {
  const { questions, said, counts } = batch;
  const [faulty, asked] = [counts.faulty ?? 0, counts.asked ?? 0];
  if (questions.sameAs !== null && !said.isNotTheSame)
    return { words: "These rows are an earlier batch: say above that you pay them again.", leadsTo: "same" };
  if (isWholeAsked(batch))
    return { words: "Answer first what is asked about all rows.", leadsTo: "questions" };
  if (faulty + asked > 0) {
    const parts = [
      ...(faulty > 0 ? [`${countOf(faulty, "row")} to fix`] : []),
      ...(asked > 0 ? [`${faulty > 0 ? formatCount(asked) : countOf(asked, "row")} to confirm`] : []),
    ];
    return { words: `${parts.join(" and ")} first. Or leave them out.`, leadsTo: "rows" };
  }
  if (counts.ready === 0) return { words: "No row takes part.", leadsTo: "rows" };
  return undefined;
}
