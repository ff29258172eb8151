/** Codes by which a file system says that it has no links, or flushes no folders: exFAT, SMB, some of FUSE. */
const codes = new Set(["EPERM", "EACCES", "ENOTSUP", "ENOSYS", "EINVAL", "EISDIR", "EMLINK"]);

export function isUnsupported(error: unknown): boolean {
  return codes.has(codeOf(error) ?? "");
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
