import { expectSurfacesAgree } from "#lib/testing/standing/surfaces-agree";

// More of them: lib/proof/surfaces.proof.ts.
expectSurfacesAgree(40);
