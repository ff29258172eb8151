/**
 * Tells whether a request's Host can be this dashboard's: the host of APP_URL, this machine's own name, or a bare IP
 * address. Any other name was pointed at this server by somebody else, whose page would then count as our own.
 */
export function isOwnHost(host: string | null, appUrl: string | undefined): boolean {
  if (host === null) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const isAddress = hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
  if (isAddress || hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  return appUrl !== undefined && URL.canParse(appUrl) && hostname === new URL(appUrl).hostname;
}
