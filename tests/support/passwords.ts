/** The least that argon2id takes: the tests set and compare passwords by the thousand. What it takes in a school is held by tests/api/accounts.test.ts. */
export const CHEAP_PASSWORDS = { memory: 8, passes: 1, parallelism: 1 };
