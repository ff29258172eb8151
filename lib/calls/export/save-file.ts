/** The name that an answer gives its file. */
export function fileNameOf(answer: Response): string | undefined {
  return /filename="([\w.-]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
}

/** As the browser saves any download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser may not have started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
