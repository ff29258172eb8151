/** One version of a payee's account. */
export type VersionName = { payeeId: string; n: number };

/** Such as `3f0c….2`, by which other records know it. */
export function versionName({ payeeId, n }: VersionName): string {
  return `${payeeId}.${n}`;
}

export function readVersionName(name: string): VersionName {
  const [payeeId = "", n = ""] = name.split(".");
  return { payeeId, n: Number.parseInt(n, 10) };
}
