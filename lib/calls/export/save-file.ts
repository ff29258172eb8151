/** As the browser saves any download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser may not have started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
