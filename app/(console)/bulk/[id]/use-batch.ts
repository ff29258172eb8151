import { useEffect, useRef, useState } from "react";
import { bodyOf } from "#lib/calls/call";
import { Problem } from "#lib/contract/problem";
import type { Batch } from "#lib/features/bulk/batches/batch-answers";
import type { BatchChange, BatchRowChange, BatchRowsInput } from "#lib/features/bulk/batches/batch-input";
import { withAnswer } from "./with-answer";

export type Show = NonNullable<BatchRowsInput["show"]>;
export type Page = { from: number; show: Show };
/** Without the number of the last change that was seen: it is put in when the turn comes. */
export type RowChange = Omit<BatchRowChange, "seen">;
export type WholeChange = Omit<BatchChange, "seen">;

/** What this window has shown last of each batch: on the way back the browser draws a page as it was first answered. */
const lastShown = new Map<string, Batch>();
const mostRemembered = 20;

/**
 * A batch as the page shows it. One change is sent after the other, each with what the one before it has brought. Rows keep
 * their places while they are corrected, so that none moves away from the focus; another page or a change of the whole batch
 * puts them in the server's order. Where somebody else has changed the batch, what stands is shown and the change is not made.
 */
export function useBatch(drawn: Batch) {
  const { id } = drawn;
  const [shown, setShown] = useState(() => newestOf(drawn));
  const [page, setPage] = useState(firstPage);
  const [trouble, setTrouble] = useState<Error>();
  const [underWay, setUnderWay] = useState(0);
  const newest = useRef({ batch: shown, page });
  const turn = useRef<Promise<unknown>>(Promise.resolve());

  function keep(batch: Batch, place = newest.current.page) {
    newest.current = { batch, page: place };
    remember(batch);
    setShown(batch);
    setPage(place);
  }

  /** What another part of the page has asked for since, unless it is older than what is known. */
  const followed = useRef(shown);
  function follow(batch: Batch) {
    if (followed.current === batch || batch.seen < newest.current.batch.seen) return;
    followed.current = batch;
    keep(batch);
  }

  const askPage = ({ from, show }: Page) =>
    bodyOf("GET /api/batches/[id]", { params: { id }, query: { from: `${from}`, show } });

  /** In its turn; returns the error that stopped it. */
  function inTurn(act: () => Promise<void>): Promise<Error | undefined> {
    setUnderWay((count) => count + 1);
    const done = turn.current.then(async () => {
      try {
        await act();
        setTrouble(undefined);
        return undefined;
      } catch (error) {
        const fault = error instanceof Error ? error : new Error(String(error));
        if (fault instanceof Problem && fault.code === "batch_changed")
          await askPage(newest.current.page).then(keep, () => undefined);
        setTrouble(fault);
        return fault;
      } finally {
        setUnderWay((count) => count - 1);
      }
    });
    turn.current = done;
    return done;
  }

  const load = (place: Page) => inTurn(async () => keep(await askPage(place), place));
  const loadFirst = useRef(load);
  useEffect(() => {
    const isBack = lastShown.has(id);
    if (isBack) void loadFirst.current(firstPage);
    else remember(newest.current.batch);
  }, [id]);

  const changeWhole = (body: WholeChange) =>
    inTurn(async () => {
      const { batch, page: place } = newest.current;
      const answer = await bodyOf("PATCH /api/batches/[id]", {
        params: { id },
        body: { seen: `${batch.seen}`, ...body },
      });
      const isFirst = place.from === 0 && place.show === "all";
      keep(isFirst ? answer : await askPage(place));
    });

  /** For all rows of a bank's text, or for one row: said from a row, which keeps its place. */
  const change = (send: (seen: string) => Promise<Batch>) =>
    inTurn(async () => {
      const { batch, page: place } = newest.current;
      const merged = withAnswer(batch, await send(`${batch.seen}`));
      keep(merged.batch);
      if (!merged.isWhole) keep(withAnswer(newest.current.batch, await askPage(place)).batch);
    });

  const changeRow = (n: number, body: RowChange) =>
    change((seen) =>
      bodyOf("PATCH /api/batches/[id]/rows/[n]", { params: { id, n: `${n}` }, body: { seen, ...body } }),
    );
  const changeBanks = (banks: NonNullable<WholeChange["banks"]>) =>
    change((seen) => bodyOf("PATCH /api/batches/[id]", { params: { id }, body: { seen, banks } }));

  return {
    ...{ batch: shown, page, trouble, isBusy: underWay > 0 },
    ...{ load, changeWhole, changeRow, changeBanks, keep, follow, reload: () => load(newest.current.page) },
  };
}

const firstPage: Page = { from: 0, show: "all" };

function newestOf(drawn: Batch): Batch {
  const last = lastShown.get(drawn.id);
  return last !== undefined && last.seen > drawn.seen ? last : drawn;
}

function remember(batch: Batch): void {
  if (lastShown.size >= mostRemembered && !lastShown.has(batch.id)) lastShown.clear();
  lastShown.set(batch.id, batch);
}

export type BatchActs = ReturnType<typeof useBatch>;
