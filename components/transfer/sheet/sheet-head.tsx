import type { Letterhead } from "#lib/contract/letterhead/letterhead";
import { showInvisible } from "#lib/text/visible-text";
import { letterheadLines } from "#lib/words/advice/letterhead-lines";
import { BusinessName } from "./business-name";

type Props = {
  letterhead: Pick<Letterhead, "name" | "address" | "rcNumber" | "vatNumber">;
  /** Where its picture is. */
  logo: string | undefined;
  date: string;
  title?: string;
};

/** The top of a payment advice, or of another paper: whom it is from, what it is, and of which day. */
export function SheetHead({ letterhead, logo, date, title = "Payment advice" }: Props) {
  return (
    <div className="flex flex-wrap-reverse items-end justify-between gap-x-6 gap-y-2 border-b border-ink pb-4">
      <Sender letterhead={letterhead} logo={logo} />
      <p className="text-[0.8125rem]/5 sm:ml-auto sm:text-right">
        <span className="block font-semibold print:text-base">{title}</span>
        <span className="text-muted">{date}</span>
      </p>
    </div>
  );
}

function Sender({ letterhead, logo }: Omit<Props, "date" | "title">) {
  const { name } = letterhead;
  return (
    <div className="foreign-text min-w-0 flex-1 text-[0.8125rem]/5 max-sm:basis-full">
      {/* Its height is there before it is. The name below says the same to those who can't see it. */}
      {logo !== undefined && (
        <picture className="mb-2 block h-12">
          <img
            src={logo}
            alt=""
            className="h-full w-auto max-w-full object-contain object-left sm:max-w-64"
          />
        </picture>
      )}
      <p className="font-semibold">{name === null ? <BusinessName /> : showInvisible(name)}</p>
      <p className="text-muted">
        {letterheadLines(letterhead).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may stand twice, and the list is drawn whole.
          <span key={place} className="block">
            {line}
          </span>
        ))}
      </p>
    </div>
  );
}
