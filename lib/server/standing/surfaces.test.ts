import { expectSurfacesAgree } from "#lib/testing/ledger/surfaces-agree";

// More of them: lib/proof/surfaces.proof.ts.
expectSurfacesAgree(100);
