export async function writeTable(
  _: string,
  t: { columns: readonly string[]; rows: readonly (readonly string[])[] },
): Promise<Uint8Array<ArrayBuffer>> {
  return new TextEncoder().encode(JSON.stringify(t));
}
