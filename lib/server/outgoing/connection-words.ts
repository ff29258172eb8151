import { ConnectionError, noRoute } from "./connect";

/** What was tried and how it failed, for whoever can mend it. `undefined` where a connection was made. */
export function connectionFault(error: unknown): string | undefined {
  const failure = failureIn(error);
  if (failure === undefined) return undefined;
  const { host, code, attempts } = failure;
  if (attempts.length > 0) {
    const tried = attempts.map(({ address, code: each }) => `${address} ${wordsOf(each)}`).join("; ");
    return attempts[0]?.address === host ? `${tried}.` : `${host}: ${tried}.`;
  }
  if (code === "ENOTFOUND") return `The name server knows no ${host}.`;
  return `The name server ${code === "ETIMEDOUT" ? "gave no answer" : "couldn’t answer"} about ${host}.`;
}

function failureIn(error: unknown): ConnectionError | undefined {
  if (error instanceof ConnectionError) return error;
  return error instanceof Error && error.cause !== undefined ? failureIn(error.cause) : undefined;
}

function wordsOf(code: string): string {
  if (code === "ETIMEDOUT") return "gave no answer in time";
  if (code === "ECONNREFUSED") return "refused the connection";
  if (code === "ECONNRESET" || code === "EPIPE") return "broke the connection off";
  if (noRoute.includes(code)) return `can’t be reached from this machine (${code})`;
  if (isOfCertificate(code)) return `has a certificate that isn’t valid for it (${code})`;
  return `failed (${code})`;
}

/** OpenSSL's names of what is wrong with a certificate or with TLS. */
export function isOfCertificate(code: string): boolean {
  return /CERT|^ERR_(TLS|SSL)_|^(DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER)/.test(
    code,
  );
}
