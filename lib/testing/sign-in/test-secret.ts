/** Signs the cookies of every server of the tests. It is none of a real one. */
export const testSecret = "a secret of the tests that nobody else knows";
