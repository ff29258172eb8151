import { mergeConfig } from "vitest/config";
import tests from "#lib/testing/vitest.config";

const proofs = ["lib/proof/*.proof.ts"];
const base = {
  ...tests,
  test: { ...tests.test, projects: [], testTimeout: 1_800_000, fileParallelism: false },
};

/** The long proofs: each on SQLite and on PostgreSQL where its name begins with neither `sqlite-` nor `server-`. */
export default mergeConfig(base, {
  test: {
    projects: [
      {
        extends: true,
        test: { name: "sqlite", include: proofs, exclude: ["lib/proof/postgres-*.proof.ts"] },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: proofs,
          exclude: ["lib/proof/{sqlite,server}-*.proof.ts"],
          globalSetup: ["lib/testing/database/postgres-setup.ts"],
        },
      },
    ],
  },
});
