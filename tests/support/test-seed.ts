/**
 * Where generated requests and texts begin; a failing test names it, and `TEST_SEED=<n> npm test -- …` makes the same
 * ones again.
 */
export const TEST_SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
