export async function templateWorkbook(p: readonly unknown[], _: boolean): Promise<Uint8Array<ArrayBuffer>> {
  return new TextEncoder().encode(JSON.stringify(p));
}
