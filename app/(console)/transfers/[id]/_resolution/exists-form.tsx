import { useMemo } from "react";
import { useForm } from "react-hook-form";
import { Field } from "#components/form/field";
import { Input } from "#components/form/input";
import { Address } from "#components/transfer/address";
import { ConfirmDialog } from "#components/ui/confirm-dialog";
import type { Asset } from "#lib/asset/asset";
import type { Transfer, TransferWithEvents } from "#lib/contract/api";
import type { ExistsInput } from "#lib/contract/records";
import { formatPadded } from "#lib/money/format";
import { showExactly } from "#lib/text/visible-text";
import { type ExistsFields, existsResolver, toExists } from "./exists-fields";
import { ResolutionForm } from "./resolution-form";

type Props = {
  transfer: TransferWithEvents;
  asset: Asset | undefined;
  onDone: (sentence: string) => void;
};

const ids = {
  transactionId: "resolve-transaction-id",
  address: "resolve-address",
  reason: "resolve-reason",
} as const satisfies Record<keyof ExistsFields, string>;
const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

export function ExistsForm({ transfer, asset, onDone }: Props) {
  // A callback may bring the ID while the form is open.
  const known = transfer.transactionId;
  const resolver = useMemo(() => existsResolver(asset, known), [asset, known]);
  const { formState, ...form } = useForm<ExistsFields>({
    defaultValues: { transactionId: "", address: "", reason: "" },
    resolver,
    shouldFocusError: false,
  });
  const { errors } = formState;
  return (
    <ResolutionForm<ExistsFields, ExistsInput>
      transferId={transfer.id}
      form={form}
      errors={errors}
      ids={ids}
      toInput={(values) => toExists(values, known)}
      submit="Check and record"
      done="Recorded: the transfer exists at the service, with the address that you entered."
      onDone={onDone}
      className="mt-5 border-t border-line pt-5"
      confirm={(checked, act) => (
        <ConfirmExists transfer={transfer} asset={asset} entered={checked} {...act} />
      )}
    >
      {known === null && (
        <Field
          id={ids.transactionId}
          label="Transaction ID"
          hint="As the service gave it."
          error={errors.transactionId?.message}
        >
          {(wiring) => (
            <Input
              {...wiring}
              {...plain}
              {...form.register("transactionId")}
              className="font-mono"
              maxLength={300}
            />
          )}
        </Field>
      )}
      <Field
        id={ids.address}
        label="Deposit address"
        hint={`The ${asset?.networkName ?? transfer.network} address that the service gave for this transfer. Copy it, don’t type it.`}
        error={errors.address?.message}
      >
        {(wiring) => (
          <Input {...wiring} {...plain} {...form.register("address")} className="font-mono" maxLength={300} />
        )}
      </Field>
    </ResolutionForm>
  );
}

type ConfirmProps = {
  transfer: Transfer;
  asset: Asset | undefined;
  entered: ExistsInput;
  isPending: boolean;
  onAct: () => void;
  onClose: () => void;
};

function ConfirmExists({ transfer, asset, entered, isPending, onAct, onClose }: ConfirmProps) {
  const networkName = asset?.networkName ?? transfer.network;
  const amount = `${formatPadded(transfer.amount)} ${transfer.fromCurrency}`;
  // An unknown outcome becomes accepted; what was reported or seen keeps its address closed.
  const isOpened = ["not_accepted", "no_address"].includes(transfer.standing.closedBy ?? "");
  return (
    <ConfirmDialog
      title="Compare with what the service told you"
      act="Record this address"
      actPending="Recording"
      isPending={isPending}
      onAct={onAct}
      onClose={onClose}
    >
      <dl className="space-y-3">
        <div>
          <dt className="text-[0.8125rem]/5 text-muted">Transaction ID</dt>
          <dd className="font-mono text-[0.8125rem]">{showExactly(entered.transactionId)}</dd>
        </div>
        <div>
          <dt className="text-[0.8125rem]/5 text-muted">Deposit address</dt>
          <dd>
            <Address address={entered.address} className="text-base/7" />
          </dd>
        </div>
      </dl>
      {isOpened ? (
        <p>
          After this, the page tells people to send{" "}
          <strong className="font-semibold">
            {amount} on {networkName}
          </strong>{" "}
          to this address. You can’t change the address afterwards, and money sent to a wrong address is lost.
        </p>
      ) : (
        <p>
          It becomes this transfer’s address. The reported status stays the same. You can’t change the address
          afterwards.
        </p>
      )}
      <p className="text-muted">
        {asset === undefined || asset.addressFamily === "unknown"
          ? "This dashboard doesn’t know this network’s address format, so the address wasn’t checked."
          : `It has the format of a ${networkName} address. Only the service can say whether the address belongs to it.`}
      </p>
    </ConfirmDialog>
  );
}
