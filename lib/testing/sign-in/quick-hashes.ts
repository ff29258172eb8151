import { passwordCost } from "#lib/server/credentials/password-hash";

/**
 * A password of the tests costs a hundredth of a real one to hash: the server checks each hash at the costs that stand beside
 * it. What the real costs are about says so itself.
 */
Object.assign(passwordCost, { log2N: 10 });
