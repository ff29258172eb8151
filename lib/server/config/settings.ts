import "server-only";

/** What the sandbox is started with; the port counts only when it runs alone. */
export type SandboxSettings = {
  port: number;
  /** `undefined`: the one that is kept beside the store. */
  apiKey: string | undefined;
  businessStatus: string;
  databaseFile: string;
};

type Variable = { name: string; fallback: string; isGood: (value: string) => boolean; rule: string };

const variables = {
  port: {
    name: "SANDBOX_PORT",
    fallback: "4000",
    isGood: (value) => /^[1-9]\d{0,4}$/.test(value) && Number.parseInt(value, 10) <= 65_535,
    rule: "must be a port from 1 to 65535",
  },
  apiKey: {
    name: "SANDBOX_API_KEY",
    fallback: "",
    isGood: (value) => /^[\x21-\x7e]{0,256}$/.test(value),
    rule: "must be 1 to 256 visible ASCII characters without spaces",
  },
  businessStatus: {
    name: "SANDBOX_BUSINESS_STATUS",
    fallback: "active",
    isGood: (value) => /^[\x20-\x7e]{1,64}$/.test(value) && value.trim() !== "",
    rule: "must be 1 to 64 ASCII characters, such as active or suspended",
  },
  databaseFile: {
    name: "SANDBOX_DATABASE",
    fallback: "./data/sandbox.db",
    isGood: (value) => value.trim() !== "" && !value.includes("\0"),
    rule: 'must be a file, or ":memory:"',
  },
} satisfies Record<keyof SandboxSettings, Variable>;

/** Reads the settings; an empty variable counts as unset. Gives them, or every fault at once, without its value. */
export function readSandboxSettings(
  env: Readonly<Record<string, string | undefined>>,
): { settings: SandboxSettings } | { faults: string[] } {
  const read = ({ name, fallback }: Variable) => env[name]?.trim() || fallback;
  const faults = Object.values<Variable>(variables)
    .filter((variable) => !variable.isGood(read(variable)))
    .map(({ name, rule }) => `${name} ${rule}.`);
  if (faults.length > 0) return { faults };
  return {
    settings: {
      port: Number.parseInt(read(variables.port), 10),
      apiKey: read(variables.apiKey) || undefined,
      businessStatus: read(variables.businessStatus),
      databaseFile: read(variables.databaseFile),
    },
  };
}
