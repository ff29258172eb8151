/** Apart from the schemas, which a page without the form doesn't load. */
export function logoPath(hash: string): string {
  return `/api/letterhead/logo?hash=${hash}`;
}
