const ownNames = /(^|\.)(localhost|local|internal|lan|home|corp|test|invalid|onion|home\.arpa)$/;

/**
 * Whether a host can be public: not loopback, private, link-local, documentation or single-label. Takes `URL.hostname`,
 * which is already normalised (0x7f.1 is 127.0.0.1). Resolves nothing.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (host.startsWith("[")) return isPublicIpv6(host.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPublicIpv4(host);
  return host.includes(".") && !ownNames.test(host);
}

export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return (
    host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host)
  );
}

function isPublicIpv4(host: string): boolean {
  const [a = 0, b = 0, c = 0] = host.split(".").map((part) => Number.parseInt(part, 10));
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100 && b >= 64 && b < 128) return false;
  if (a === 172 && b >= 16 && b < 32) return false;
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)))) return false;
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false;
  return !((a === 169 && b === 254) || (a === 203 && b === 0 && c === 113));
}

function isPublicIpv6(host: string): boolean {
  const [first = "", second = ""] = host.split(":");
  const head = Number.parseInt(first, 16);
  // Only 2000::/3 is global; 2001:0:/23 and 2002::/16 carry other addresses inside, 2001:db8::/32 is for documents.
  if (!(head >= 0x2000 && head <= 0x3fff) || head === 0x2002) return false;
  const next = second === "" ? 0 : Number.parseInt(second, 16);
  return !(head === 0x2001 && (next < 0x200 || next === 0xdb8));
}
