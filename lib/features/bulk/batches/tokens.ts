import type { Asset } from "#lib/asset/asset";
import { findAsset } from "#lib/asset/assets";
import { isSameNetwork } from "#lib/asset/network-names";
import { cellOf, foldedText, isEmpty, quoted, type Standing } from "./cells";
import type { RowFault, StoredRow } from "./judged-batch";

/** Finds the token of a row. Invariant: what could be two tokens is none, and the batch's token is only for rows that fit it. */

export type ReadToken = {
  asset: Asset | null;
  /** The column says that the amount is naira. */
  isNaira: boolean;
  /** Nothing names it, and the batch has none. */
  isAsked: boolean;
  fault?: RowFault;
};

const nairaNames = new Set(["ngn", "naira", "nigerian naira", "\u20a6"]);

export function readToken(row: StoredRow, saidAsset: string | null, assets: readonly Asset[]): ReadToken {
  const [token, network] = [cellOf(row, "token"), cellOf(row, "network")];
  const isNaira = nairaNames.has(foldedText(token.text));
  const said = saidAsset === null ? undefined : findAsset(assets, saidAsset);
  const namesToken = !isNaira && !isEmpty(token);
  if (!namesToken && isEmpty(network)) {
    if (said !== undefined) return { asset: said, isNaira, isAsked: false };
    const message = "This row names no token. Choose one for all such rows, or type it.";
    return { asset: null, isNaira, isAsked: true, fault: { path: "token", kind: "token", message } };
  }
  const candidates = namesToken ? namedBoth(token, network, assets) : onNetwork(network.text, assets);
  const [first] = candidates;
  const found = candidates.length === 1 ? first : candidates.find((asset) => asset === said);
  if (found !== undefined) return { asset: found, isNaira, isAsked: false };
  const fault = faultOf(namesToken ? token : undefined, network, candidates, assets);
  return { asset: null, isNaira, isAsked: false, fault };
}

function namedBoth(token: Standing, network: Standing, assets: readonly Asset[]): readonly Asset[] {
  const named = ofToken(token.text, assets);
  // An ID that a person typed names the network too, and is newer than the file's word.
  const isWhole = token.isEdited && !network.isEdited && assets.some(isCalled(token.text));
  return isWhole || isEmpty(network) ? named : onNetwork(network.text, named);
}

/** No token or network has a longer name. */
const longestName = 100;
const isCalled = (text: string) => (asset: Asset) => asset.asset.toLowerCase() === foldedText(text);

/** By ID or symbol, perhaps with its network behind: `USDT (TRC20)`. */
function ofToken(text: string, assets: readonly Asset[]): readonly Asset[] {
  const folded = foldedText(text);
  if (folded.length > longestName) return [];
  const ofSymbol = (symbol: string) => assets.filter((asset) => asset.fromCurrency.toLowerCase() === symbol);
  const whole = assets.filter(isCalled(text));
  if (whole.length > 0) return whole;
  const named = ofSymbol(folded);
  if (named.length > 0) return named;
  const [, symbol = "", network = ""] = /^([a-z0-9.]+)[ _/(-]+(?:on )?([a-z0-9 ]+)\)?$/.exec(folded) ?? [];
  return symbol === "" ? [] : onNetwork(network, ofSymbol(symbol));
}

/** These alone, which the names of networks are compared without. */
const isNoName = /^(?:mainnet|network|chain|blockchain|one|[^\p{L}\p{N}])*$/u;

function onNetwork(text: string, assets: readonly Asset[]): readonly Asset[] {
  const folded = foldedText(text);
  if (folded.length > longestName || isNoName.test(folded)) return [];
  return assets.filter(
    ({ network, networkName, chainId }) =>
      [network, networkName].some((name) => name.toLowerCase() === folded) ||
      isSameNetwork(folded, { network, networkName, chainId, isEvm: false }),
  );
}

/** With the IDs of all that may be meant: each names a token and its network. */
function faultOf(
  token: Standing | undefined,
  network: Standing,
  candidates: readonly Asset[],
  assets: readonly Asset[],
): RowFault {
  const fault = (message: string, choices: readonly Asset[]): RowFault => ({
    ...{ path: "token", kind: "token", message },
    choices: choices.map(({ asset }) => asset),
  });
  if (candidates.length > 0)
    return fault(
      token === undefined
        ? `There are several tokens on ${quoted(network.text)}. Choose one.`
        : `${quoted(token.text)} is on several networks. Choose one.`,
      candidates,
    );
  const ofNetwork = isEmpty(network) ? assets : onNetwork(network.text, assets);
  if (ofNetwork.length === 0)
    return fault(
      `We know no network called ${quoted(network.text)}. Choose the token and its network.`,
      assets,
    );
  const named = token === undefined ? [] : ofToken(token.text, assets);
  if (token === undefined || named.length === 0)
    return fault(`We know no token called ${quoted(token?.text ?? "")}. Choose one.`, ofNetwork);
  return fault(
    `There is no ${quoted(token.text)} on ${quoted(network.text)}. Choose the token and its network.`,
    [...new Set([...named, ...ofNetwork])],
  );
}
