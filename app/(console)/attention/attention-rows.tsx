"use client";

import { PageLink } from "#components/ui/page-link";
import { statusLooks } from "#lib/words/status-looks";
import type { StatusWords } from "#lib/words/words";
import styles from "./attention-groups.module.css";
import steps from "./attention-step.module.css";
import { OwnerMark } from "./owner-mark";
import reasonStyles from "./reason-cell.module.css";

/** What a row shows: as data it travels in a quarter of the bytes of its elements. */
export type ShownRow = StatusWords & {
  id: string;
  /** `title`: as its column says it. */
  reason: { id: string; shape: string; tone: string; title: string };
  name: string;
  /** With marks between thousands. */
  sum: string;
  token: string;
  /** What is missing or at stake, with marks between thousands, and what it is. */
  stake: { sum: string; token: string; word: string };
  /** Under the name. */
  more: string;
  /** Two that differ, each with its source: on a line of their own, and never cut. */
  figures?: string;
  bank: string;
  seen: string;
  at: string;
  time: string;
  age: string;
  owner: { name: string } | null;
  due?: { words: string; isOver: boolean; time: string };
  /** Whether its status says more than its group does. */
  hasNews: boolean;
  /** What the link to the transfer says, where the next step is on its page. */
  step?: string;
};

type OfTable = {
  mayAct: boolean;
  /** Whether any row has one. */
  hasStatus: boolean;
  hasReason: boolean;
};

export function AttentionRows({ rows, ...table }: OfTable & { rows: readonly ShownRow[] }) {
  return rows.map((row) => <AttentionRow key={row.id} row={row} {...table} />);
}

function ReasonCell({ reason: { tone, shape, title } }: { reason: ShownRow["reason"] }) {
  return (
    <td translate="yes" className={styles.reason}>
      <div className={reasonStyles.cell}>
        <svg aria-hidden="true" data-tone={tone}>
          <use href={`#m-${shape}`} />
        </svg>
        {title}
      </div>
    </td>
  );
}

function AttentionRow({ row, mayAct, hasStatus, hasReason }: OfTable & { row: ShownRow }) {
  const { id, reason, name, token, word, group, at, time, age, owner, step } = row;
  const sum = `${row.sum} ${token}`;
  const { shape, tone } = statusLooks[group];
  return (
    <tr translate="no" className={styles.row}>
      {mayAct && (
        <td className={styles.tick}>
          <input
            type="checkbox"
            name="transfer"
            value={id}
            aria-label={`Select ${name}, ${sum}`}
            data-reason={reason.id}
            data-seen={row.seen}
            data-amount={row.sum.replaceAll(",", "")}
            data-token={token}
            data-stake={row.stake.sum.replaceAll(",", "")}
            data-stake-token={row.stake.token}
            data-stake-word={row.stake.word}
            data-name={name}
            data-word={word}
          />
        </td>
      )}
      {hasReason && <ReasonCell reason={reason} />}
      <th scope="row" className={styles.recipient}>
        <div>
          <PageLink href={`/transfers/${id}`} aria-label={`${name}, ${sum}, ${word}`} title={name}>
            {name}
          </PageLink>{" "}
          <span title={row.bank}>{row.more}</span>
        </div>
        {row.figures !== undefined && <p className={styles.figures}>{row.figures}</p>}
      </th>
      {hasStatus && (
        <td className={styles.status}>
          {row.hasNews && (
            <span className="tone tt-chip" data-tone={tone}>
              <svg aria-hidden="true">
                <use href={`#m-${shape}`} />
              </svg>
              {word}
            </span>
          )}
        </td>
      )}
      <StakeCell of={row.stake} />
      <td className={styles.age}>
        <time dateTime={at} title={`Created ${time}`}>
          {age}
        </time>
      </td>
      <td className={styles.owner}>
        <OwnerMark id={id} of={`${name}, ${sum}`} owner={owner} mayAct={mayAct} />
        {row.due && (
          <small translate="yes" title={row.due.time} data-over={row.due.isOver || undefined}>
            {row.due.words}
          </small>
        )}
      </td>
      <td translate="yes" className={`${styles.step} ${steps.act}`}>
        {step === undefined ? (
          <button type="button" name="copy" value={id} aria-label={`Copy question about ${name}, ${sum}`}>
            Copy question
          </button>
        ) : (
          <PageLink href={`/transfers/${id}`} aria-label={`${step} ${name}, ${sum}`}>
            {step}
          </PageLink>
        )}
      </td>
    </tr>
  );
}

function StakeCell({ of: { sum, token, word } }: { of: ShownRow["stake"] }) {
  return (
    <td className={sum.length > 12 ? `${styles.amount} ${styles.long}` : styles.amount}>
      <div>
        <p>
          <b>{sum}</b> <span>{token}</span>
        </p>{" "}
        <small translate="yes">{word}</small>
      </div>
    </td>
  );
}
