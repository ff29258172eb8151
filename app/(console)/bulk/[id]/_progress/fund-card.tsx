import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { Notice } from "#components/notice/notice";
import { Trouble } from "#components/notice/trouble";
import { Address } from "#components/transfer/address";
import { BusyButton } from "#components/ui/busy-button";
import { Card } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import { Download } from "#components/ui/icon";
import { bodyOf } from "#lib/calls/call";
import type { Batch, FundingFileView } from "#lib/features/bulk/batches/batch-answers";
import { type FundingKind, mostInFile } from "#lib/features/bulk/batches/batch-input";
import { kindWords, leftOutWords } from "#lib/features/bulk/batches/funding-words";
import { formatCount, formatPadded } from "#lib/money/format";
import { formatDeadline, formatMoment } from "#lib/text/format-time";
import { showInvisible } from "#lib/text/visible-text";
import { countOf } from "#lib/words/tables/table-words";
import { download } from "../../download-call";
import { symbolOf } from "../../tokens";
import type { ProgressProps } from "../shared";

type Props = ProgressProps & { canFund: boolean };
type Funding = NonNullable<Batch["funding"]>;
type Fundable = NonNullable<Batch["funding"]>["assets"][number];

/** Files by which a wallet pays many addresses at once. A file that was made counts as asking. */
export function FundCard(props: Props) {
  const { batch } = props;
  if (batch.funding === null) return null;
  const { assets, files, sums } = batch.funding;
  return (
    <Card title="Fund what is created">
      <div className="divide-y divide-line [&>*]:py-5 [&>*:first-child]:pt-0 [&>*:last-child]:pb-0">
        {assets.map((asset) => (
          <FundToken key={asset.asset} {...props} asset={asset} />
        ))}
        {files.length > 0 && <Files {...props} files={files} sums={sums} />}
      </div>
    </Card>
  );
}

function FundToken(props: Props & { asset: Fundable }) {
  const { asset, batch, now, timeZone, canFund, onReload } = props;
  const { count, kinds, leftOut, again } = asset;
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [made, setMade] = useState<number>();
  const outcome = useRef<HTMLDivElement>(null);
  const chosen = again.filter(({ file }) => ticked.has(file));
  const file = batch.funding?.files.find(({ n }) => n === made);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (kind: FundingKind) => {
      const { n } = await bodyOf("POST /api/batches/[id]/funding", {
        params: { id: batch.id },
        body: {
          ...{ kind, asset: asset.asset },
          ...(chosen.length > 0 && { again: chosen.map(({ transferId }) => transferId) }),
        },
      });
      await onReload();
      setMade(n);
      setTicked(new Set());
      outcome.current?.focus();
      await download("GET /api/batches/[id]/funding/[n]", { params: { id: batch.id, n: `${n}` } });
    },
  });
  return (
    <div className="space-y-3">
      <NextFile {...asset} now={now} timeZone={timeZone} />
      <Again again={again} ticked={ticked} onTick={setTicked} {...props} />
      {canFund && (count > 0 || chosen.length > 0) && (
        <div className="space-y-2">
          {kinds.map((kind, at) => (
            <BusyButton
              key={kind}
              variant={at === kinds.length - 1 ? "primary" : "secondary"}
              isOff={isPending}
              onClick={() => mutate(kind)}
              className="w-full"
            >
              <Download aria-hidden className="size-4" />
              {kindWords[kind]}
            </BusyButton>
          ))}
          <p className="text-xs/4 text-muted">
            A file holds {mostInFile} addresses at most, and none of an earlier file unless you tick it.
          </p>
        </div>
      )}
      {error !== null && <Trouble error={error} />}
      <div ref={outcome} tabIndex={-1} className="rounded-lg outline-none">
        {file !== undefined && <Compare file={file} asset={asset} />}
      </div>
      {leftOut.length > 0 && (
        <div className="text-[0.8125rem]/5 text-muted">
          <p>Not in the next file:</p>
          <ul className="list-disc pl-5">
            {leftOut.map((each) => (
              <li key={each.reason}>{leftOutWords(each.reason, each.count)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

type NextProps = Fundable & Pick<ProgressProps, "now" | "timeZone">;

/** What a file that is made now would hold. */
function NextFile({ symbol, networkName, count, sum, closesAt, now, timeZone }: NextProps) {
  const deadline = closesAt === null ? undefined : formatDeadline(closesAt, now, timeZone);
  if (count === 0)
    return (
      <p className="text-muted">
        Nothing is left to fund in {symbol} on {networkName}.
      </p>
    );
  return (
    <div>
      <p className="text-[0.8125rem]/5 text-muted">
        {countOf(count, "address", "addresses")} on {networkName}
        {deadline !== undefined &&
          `. The first closes at ${deadline.clock}${deadline.day === "today" ? "" : ` ${deadline.day}`}`}
        .
      </p>
      <p translate="no" className="wrap-anywhere">
        <span className="text-lg/7 font-semibold">{formatPadded(sum)}</span>{" "}
        <span className="text-muted">{symbol}</span>
      </p>
    </div>
  );
}

type AgainProps = Pick<Props, "now" | "timeZone" | "canFund"> & {
  again: Fundable["again"];
  ticked: ReadonlySet<number>;
  onTick: (ticked: ReadonlySet<number>) => void;
};

/** A file that was lost, or never sent: whoever ticks it answers for its not being sent twice. */
function Again({ again, ticked, onTick, now, timeZone, canFund }: AgainProps) {
  const files = [...new Map(again.map(({ file, madeAt }) => [file, madeAt]))];
  if (!canFund || files.length === 0) return null;
  return (
    <Disclosure summary="Include addresses of an earlier file">
      <div className="space-y-1">
        <p className="text-xs/4 text-warn">
          Only if that file was not sent: otherwise these addresses are paid twice.
        </p>
        {files.map(([file, madeAt]) => (
          <label key={file} className="flex min-h-8 items-start gap-2.5 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="mt-0.5 shrink-0"
              checked={ticked.has(file)}
              onChange={({ target }) => {
                const next = new Set(ticked);
                if (target.checked) next.add(file);
                else next.delete(file);
                onTick(next);
              }}
            />
            <span>
              Also those of file {file}{" "}
              <span className="text-muted">
                ({countOf(again.filter((each) => each.file === file).length, "address", "addresses")},{" "}
                {formatMoment(madeAt, now, timeZone)})
              </span>
            </span>
          </label>
        ))}
      </div>
    </Disclosure>
  );
}

/** What the wallet's screen must show too before anybody signs. */
function Compare({ file, asset }: { file: FundingFileView; asset: Fundable }) {
  return (
    <Notice kind="info" title={`File ${file.n}: compare with the wallet’s screen`}>
      <dl className="space-y-2">
        <Told term="Network">{asset.networkName}</Told>
        {asset.contract !== null && (
          <Told term="Token contract">
            <Address address={asset.contract} />
          </Told>
        )}
        <Told term="Transfers">{formatCount(file.count)}</Told>
        <Told term="Sum">
          {formatPadded(file.sum)} {asset.symbol}
        </Told>
        <Told term="First address">
          <Address address={file.first} />
        </Told>
        <Told term="Last address">
          <Address address={file.last} />
        </Told>
      </dl>
    </Notice>
  );
}

/** An address takes the whole width of its card. */
function Told({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs/5 text-muted">{term}</dt>
      <dd translate="no" className="foreign-text font-medium">
        {children}
      </dd>
    </div>
  );
}

function Files({
  files,
  sums,
  batch,
  tokens,
  now,
  timeZone,
  canFund,
}: Props & Pick<Funding, "files" | "sums">) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: (n: number) =>
      download("GET /api/batches/[id]/funding/[n]", { params: { id: batch.id, n: `${n}` } }),
  });
  return (
    <div className="space-y-3">
      <h3>Files made</h3>
      {error !== null && <Trouble error={error} />}
      <ul className="space-y-3">
        {[...files].reverse().map((file) => (
          <li key={file.n} className="text-[0.8125rem]/5">
            <p className="font-medium">
              File {file.n}: {kindWords[file.kind]}
            </p>
            <p translate="no" className="foreign-text">
              {countOf(file.count, "transfer")}, {formatPadded(file.sum)} {symbolOf(tokens, file.asset)}
            </p>
            <p className="foreign-text text-muted">
              {formatMoment(file.madeAt, now, timeZone)}
              {file.madeBy !== null && ` by ${showInvisible(file.madeBy)}`} · {seenWords(file)}
            </p>
            {canFund && (
              <BusyButton
                variant="link"
                isOff={isPending}
                aria-label={`Download file ${file.n} again`}
                onClick={() => mutate(file.n)}
              >
                Download it again
              </BusyButton>
            )}
          </li>
        ))}
      </ul>
      {sums
        .filter((sum) => sum.files > 1)
        .map((sum) => (
          <FilesTogether key={sum.asset} {...sum} symbol={symbolOf(tokens, sum.asset)} />
        ))}
    </div>
  );
}

type TogetherProps = Funding["sums"][number] & { symbol: string };

/** Whether the files of a token come to what was created of it. */
function FilesTogether({ files, count, sum, again, created, createdSum, symbol }: TogetherProps) {
  return (
    <dl className="space-y-2 border-t border-line pt-3 text-[0.8125rem]/5">
      <Told term={`${formatCount(files)} files together`}>
        {countOf(count, "transfer")}, {formatPadded(sum)} {symbol}
      </Told>
      <Told term="Created in this batch">
        {countOf(created, "transfer")}, {formatPadded(createdSum)} {symbol}
      </Told>
      {again > 0 && (
        <div className="text-warn">
          <dt className="sr-only">In more than one file</dt>
          <dd>
            {countOf(again, "transfer is", "transfers are")} in more than one file, and counted once here.
          </dd>
        </div>
      )}
    </dl>
  );
}

/** `148 of 200 deposits seen, 2 short`. */
function seenWords({ count, seen, short }: FundingFileView): string {
  const all = `${formatCount(seen)} of ${formatCount(count)} deposits seen`;
  return short === 0 ? all : `${all}, ${formatCount(short)} short`;
}
