/** By their transfers, each in the order in which they came. */
export function grouped<Row extends { transfer_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const own = groups.get(row.transfer_id);
    if (own === undefined) groups.set(row.transfer_id, [row]);
    else own.push(row);
  }
  return groups;
}
