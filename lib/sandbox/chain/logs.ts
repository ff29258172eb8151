import type { Store } from "#lib/sandbox/life/store";

/** A transfer of tokens on a chain. Addresses are as on the wire; `units` is a whole number of the token's smallest unit. */
export type Log = {
  network: string;
  block: number;
  log_index: number;
  tx: string;
  tx_index: number;
  contract: string;
  from_address: string;
  to_address: string;
  units: string;
};
type NewLog = Omit<Log, "log_index" | "tx_index"> & { transactionId: string; droppedBy?: number };

/** It takes the next place in its block. */
export function addLog(store: Store, log: NewLog): void {
  const { log_index, next_tx } = store
    .prepare(
      `select coalesce(max(log_index) + 1, 0) as log_index, coalesce(max(tx_index) + 1, 0) as next_tx
       from chain_logs where network = ? and block = ?`,
    )
    .get(log.network, log.block) as { log_index: number; next_tx: number };
  const same = store
    .prepare("select tx_index from chain_logs where network = ? and block = ? and tx = ?")
    .get(log.network, log.block, log.tx) as { tx_index: number } | undefined;
  store
    .prepare(
      `insert into chain_logs (network, block, log_index, tx, tx_index, contract, from_address, to_address, units,
         transaction_id, dropped_by)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      log.network,
      log.block,
      log_index,
      log.tx,
      same?.tx_index ?? next_tx,
      log.contract,
      log.from_address,
      log.to_address,
      log.units,
      log.transactionId,
      log.droppedBy ?? null,
    );
}

/** Returns its number. Blocks from `fromBlock` on are others after `atMs`. */
export function addReorg(store: Store, network: string, fromBlock: number, atMs: number): number {
  const { id } = store
    .prepare("insert into chain_reorgs (network, from_block, at_ms) values (?, ?, ?) returning id")
    .get(network, fromBlock, atMs) as { id: number };
  return id;
}

const visible = `network = :network and block <= :head
  and (dropped_by is null or dropped_by not in (select id from chain_reorgs where at_ms <= :nowMs))`;

type View = { network: string; head: number; nowMs: number };

/** In the order of the chain, both ends included. */
export function readLogs(store: Store, view: View, range: { from: number; to: number }): Log[] {
  return store
    .prepare(
      `select * from chain_logs where ${visible} and block between :from and :to order by block, log_index`,
    )
    .all({ ...view, ...range }) as Log[];
}

export function readLogsOfTx(store: Store, view: View, tx: string): Log[] {
  return store
    .prepare(`select * from chain_logs where ${visible} and tx = :tx order by block, log_index`)
    .all({ ...view, tx }) as Log[];
}

/** Those that are still to come count too. */
export function countLogsOf(store: Store, transactionId: string): number {
  const { logs } = store
    .prepare("select count(*) as logs from chain_logs where transaction_id = ?")
    .get(transactionId) as { logs: number };
  return logs;
}

/** Takes away a transfer's payments above `block`, unless their transaction stands below it too. */
export function dropLogsAbove(store: Store, transactionId: string, block: number): void {
  store
    .prepare(
      `delete from chain_logs where transaction_id = :transactionId and block > :block
       and tx not in (select tx from chain_logs where transaction_id = :transactionId and block <= :block)`,
    )
    .run({ transactionId, block });
  store
    .prepare(
      `delete from chain_reorgs where from_block > ?
       and id not in (select dropped_by from chain_logs where dropped_by is not null)`,
    )
    .run(block);
}
