import { PageLink } from "#components/ui/page-link";
import type { GivenFilters } from "#lib/contract/transfer/filter-names";
import { pillHref } from "./pill-href";
import type { PanelKind } from "./pill-kinds";

export type ListedChoice = { key: string; chosen: GivenFilters; words: string; aside?: string };

type Props = {
  kind: PanelKind;
  given: GivenFilters;
  choices: readonly ListedChoice[];
  onChoose: () => void;
};

/** Links, so that each is an address like any other. */
export function ChoiceList({ kind, given, choices, onChoose }: Props) {
  return (
    <ul>
      {choices.map(({ key, chosen, words, aside }) => (
        <li key={key}>
          <PageLink
            href={pillHref(given, kind, chosen)}
            scroll={false}
            onClick={onChoose}
            className="flex min-h-8 flex-wrap items-center gap-x-2 rounded-lg px-3 py-1 text-[0.8125rem]/5 -outline-offset-2 hover:bg-sunken focus-visible:bg-sunken pointer-coarse:min-h-11"
          >
            <span translate="no" className="foreign-text min-w-0">
              {words}
            </span>
            {aside !== undefined && <span className="foreign-text text-xs text-muted">{aside}</span>}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
