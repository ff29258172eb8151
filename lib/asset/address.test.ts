import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkAddress,
  evmAddress,
  isNobodys,
  isSameAddress,
  solanaAddress,
  toWire,
  tronAddress,
  tronBytes,
} from "./address";

// The vectors of EIP-55, and the token contracts of several networks.
const evm = [
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
  "0x27b1fdb04752bbc536007a920d24acb045561c26",
  "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  "0xdAC17F958D2ee523a2206206994597C13D831ec7",
  "0x55d398326f99059fF775485246999027B3197955",
];
const tron = ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8"];
const solana = [
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
];
const families = { evm, tron, solana };

describe.each(Object.entries(families))("an address of %s", (family, addresses) => {
  const own = family as keyof typeof families;

  test.each(addresses)("is known: %s", (address) => {
    expect(checkAddress(address, own)).toBe("valid");
  });

  test.each(addresses)("is taken for no other family: %s", (address) => {
    for (const other of ["evm", "tron", "solana"] as const)
      if (other !== own) expect(checkAddress(address, other)).toBe("invalid");
  });

  test.each(addresses)("is refused with anything around it or missing from it: %s", (address) => {
    const first = address.charAt(0);
    const spoilt = [
      "",
      ` ${address}`,
      `${address} `,
      `${address}\n`,
      `\u200b${address}`,
      `${address}\u202e`,
      address.replace(first, "\u0430"),
      `${address}${address}`,
      `${address.slice(0, 8)}…${address.slice(-6)}`,
      `ethereum:${address}`,
      address.replace(/.$/, "\0"),
    ];
    // A Solana address has no checksum: without its end it may be another one.
    if (own !== "solana") spoilt.push(`${address}1`, address.slice(0, -1), address.slice(1));
    for (const text of spoilt) expect([text, checkAddress(text, own)]).toEqual([text, "invalid"]);
  });
});

describe("one changed character", () => {
  const changed = (address: string, at: number, to: string) =>
    address.slice(0, at) + to + address.slice(at + 1);
  const run = (bytes: number, write: (bytes: Uint8Array) => string, letters: string, from: number) =>
    fc.property(
      fc.uint8Array({ minLength: bytes, maxLength: bytes }),
      fc.nat(200),
      fc.constantFrom(...letters),
      (raw, place, letter) => {
        const address = write(raw);
        const at = from + (place % (address.length - from));
        fc.pre(address.charAt(at).toLowerCase() !== letter.toLowerCase());
        const family = from === 2 ? "evm" : "tron";
        const other = changed(address, at, letter);
        // In one case alone an EVM address has no checksum.
        fc.pre(family === "tron" || (/[a-f]/.test(other) && /[A-F]/.test(other)));
        expect(checkAddress(other, family)).toBe("invalid");
      },
    );

  test("is found in a Tron address", () => {
    const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    fc.assert(run(20, tronAddress, letters, 0), { numRuns: 1_000 });
  });

  test("is found in an EVM address with a checksum", () => {
    // EIP-55 lets about one change in four thousand through, so the run is a fixed one.
    fc.assert(run(20, evmAddress, "0123456789abcdef", 2), { numRuns: 500, seed: 55 });
  });

  test("of case is found in an EVM address", () => {
    for (const address of evm.filter((text) => /[a-f]/.test(text) && /[A-F]/.test(text))) {
      const flipped = address.replace(/[a-f]/, (letter) => letter.toUpperCase());
      expect(checkAddress(flipped, "evm")).toBe("invalid");
    }
  });

  test("that base58 has not is found in a Solana address, which has no checksum", () => {
    for (const letter of "0OIl") {
      for (const address of solana)
        expect(checkAddress(changed(address, 5, letter), "solana")).toBe("invalid");
    }
  });
});

test("what is written is valid for its own family alone", () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  fc.assert(
    fc.property(bytes(20), bytes(32), (twenty, thirtyTwo) => {
      const written = {
        evm: evmAddress(twenty),
        tron: tronAddress(twenty),
        solana: solanaAddress(thirtyTwo),
      };
      for (const [own, address] of Object.entries(written)) {
        for (const family of ["evm", "tron", "solana"] as const)
          expect(checkAddress(address, family)).toBe(family === own ? "valid" : "invalid");
      }
    }),
    { numRuns: 500 },
  );
});

test("the prefix of an EVM address is 0x, and one case alone has no checksum to check", () => {
  const [address = ""] = evm;
  expect(checkAddress(address.toLowerCase(), "evm")).toBe("valid");
  expect(checkAddress(`0x${address.slice(2).toUpperCase()}`, "evm")).toBe("valid");
  expect(checkAddress(`0X${address.slice(2)}`, "evm")).toBe("invalid");
  expect(checkAddress(address.slice(2), "evm")).toBe("invalid");
});

test("a Tron address has Tron's first byte and twenty more", () => {
  const write = (first: number, length: number) =>
    createBase58check(sha256).encode(Uint8Array.from([first, ...new Uint8Array(length).fill(7)]));
  expect(checkAddress(write(0x41, 20), "tron")).toBe("valid");
  for (const [first, length] of [
    [0x41, 19],
    [0x41, 21],
    [0x41, 0],
    [0x42, 20],
    [0x40, 20],
    [0, 20],
  ] as const)
    expect([first, length, checkAddress(write(first, length), "tron")]).toEqual([first, length, "invalid"]);
  // Another coin's, of the same length and with a right checksum.
  expect(checkAddress("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "tron")).toBe("invalid");
});

test("the bytes of a Tron address are those it was written from", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      expect(tronBytes(tronAddress(bytes))).toEqual(bytes);
    }),
  );
  for (const address of [...evm, ...solana, "", tron[0]?.slice(1) ?? ""])
    expect(() => tronBytes(address)).toThrow();
});

test("a node writes an address in lower-case hex, on Solana as it is", () => {
  for (const address of evm) expect(toWire(address)).toBe(address.toLowerCase());
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      expect(toWire(tronAddress(bytes))).toBe(evmAddress(bytes).toLowerCase());
    }),
  );
  for (const address of solana) expect(toWire(address)).toBe(address);
});

test("a Solana address has 32 bytes", () => {
  for (const length of [0, 31, 33, 64])
    expect(checkAddress(solanaAddress(new Uint8Array(length).fill(255)), "solana")).toBe("invalid");
  expect(checkAddress(solanaAddress(new Uint8Array(32).fill(255)), "solana")).toBe("valid");
  expect(checkAddress(solanaAddress(new Uint8Array(32).fill(1)), "solana")).toBe("valid");
});

describe("two texts", () => {
  const [address = ""] = evm;
  const [ofTron = ""] = tron;
  const [ofSolana = ""] = solana;

  test("are one EVM address in any case, and with space around it", () => {
    for (const other of [
      address,
      address.toLowerCase(),
      `0X${address.slice(2).toUpperCase()}`,
      ` ${address.toLowerCase()}`,
      `\n\t ${address}\n`,
    ]) {
      expect(isSameAddress(address, other)).toBe(true);
      expect(isSameAddress(other, address)).toBe(true);
    }
  });

  test("are one address elsewhere only in the same case", () => {
    for (const one of [ofTron, ofSolana]) {
      expect(isSameAddress(one, ` ${one} `)).toBe(true);
      expect(isSameAddress(one, one.toLowerCase())).toBe(false);
    }
    expect(isSameAddress("T0xA", "T0xa")).toBe(false);
  });

  test("are two addresses where a character differs", () => {
    expect(isSameAddress(address, evm[1] ?? "")).toBe(false);
    expect(isSameAddress(address, address.slice(0, -1))).toBe(false);
    expect(isSameAddress(address, address.slice(2))).toBe(false);
    expect(isSameAddress(ofTron, ofSolana)).toBe(false);
  });
});

test("an unknown family gets no verdict", () => {
  for (const text of ["anything", "", ...evm]) expect(checkAddress(text, "unknown")).toBe("unchecked");
});

test.each([
  ["evm", `0x${"0".repeat(40)}`],
  ["evm", "0x0000000000000000000000000000000000000001"],
  ["evm", "0x000000000000000000000000000000000000dEaD"],
  ["evm", "0x000000000000000000000000000000000000dead"],
  ["evm", "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"],
  ["evm", `0x${"0".repeat(36)}ffff`],
  ["evm", `0x${"f".repeat(40)}`],
  ["evm", `0x${"F".repeat(40)}`],
  ["evm", `0x${"1".repeat(40)}`],
  ["evm", "0xdEAD000000000000000042069420694206942069"],
  ["evm", "0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000"],
  ["tron", tronAddress(new Uint8Array(20))],
  ["tron", tronAddress(Uint8Array.from([...new Uint8Array(19), 9]))],
  ["tron", tronAddress(new Uint8Array(20).fill(255))],
  ["tron", "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy"],
  ["solana", solanaAddress(new Uint8Array(32))],
  ["solana", "1nc1nerator11111111111111111111111111111111"],
] as const)("what nobody holds on %s is no address to send to: %s", (family, address) => {
  expect([checkAddress(address, family), isNobodys(address)]).toEqual(["invalid", true]);
});

test("what somebody may hold is none of nobody's", () => {
  for (const address of [...evm, ...tron, ...solana]) expect(isNobodys(address)).toBe(false);
  expect(isNobodys(`T0x${"0".repeat(40)}`)).toBe(false);
  const belowNobodys = `0x${"0".repeat(35)}10000`;
  expect([isNobodys(belowNobodys), checkAddress(belowNobodys, "evm")]).toEqual([false, "valid"]);
});
