import { Fragment } from "react";
import { addressGroups } from "#lib/money/format";
import { classNames } from "#lib/text/class-names";
import { showExactly } from "#lib/text/visible-text";

/**
 * Groups of four by CSS alone, so that a selection copies only the address; a screen reader gets them with blanks. Invisible
 * characters are shown.
 */
export function Address({ address, className = "" }: { address: string; className?: string }) {
  const groups = addressGroups(showExactly(address)).map((text, place) => ({ text, place }));
  const first = /^0x$/i.test(groups[0]?.text ?? "") ? 1 : 0;
  return (
    <span translate="no" className={`block ${className}`}>
      <code
        aria-hidden="true"
        // Below "0x" and its gap stands nothing, so that the groups are in columns.
        className={classNames(
          "foreign-text block max-w-[27ch] text-ink select-all",
          first === 1 && "-indent-[2.7ch] pl-[2.7ch]",
        )}
      >
        {groups.map(({ text, place }) => {
          const isEnd = place === first || place === groups.length - 1;
          return (
            <Fragment key={place}>
              <span className={`${isEnd ? "font-bold " : ""}mr-[0.7ch]`}>{text}</span>
              <wbr />
            </Fragment>
          );
        })}
      </code>
      <span className="sr-only select-none">{groups.map(({ text }) => text).join(" ")}</span>
    </span>
  );
}
