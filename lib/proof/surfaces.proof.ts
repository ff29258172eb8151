import { expectSurfacesAgree } from "#lib/testing/standing/surfaces-agree";

/** A sample of all that a service, a network, the addresses and we can say of a transfer, on both engines. */
expectSurfacesAgree(500);
