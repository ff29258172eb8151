/** Whether a Host is ours: APP_URL's, this machine's name, or a bare IP address. Others may be DNS rebinding. */
export function isOwnHost(host: string | null, appUrl: string | undefined): boolean {
  if (host === null) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const isAddress = hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
  if (isAddress || hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  return appUrl !== undefined && URL.canParse(appUrl) && hostname === new URL(appUrl).hostname;
}
