/** One decision: what the product said, and what is right. null stands for „nothing“ or „no“. */
export interface Decision {
  label: string;
  given: string | null;
  expected: string | null;
}

interface Figures {
  count: number;
  /** Share of the decisions that are right, „nothing“ included. */
  right: number;
  /** Share of the given values that are right; 1 where none is given. */
  precision: number;
  /** Share of the expected values that are given; 1 where none is expected. */
  recall: number;
  faults: Decision[];
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

export function measure(decisions: readonly Decision[]): Figures {
  const faults = decisions.filter(({ given, expected }) => given !== expected);
  const hits = decisions.filter(({ given, expected }) => given !== null && given === expected);
  const given = decisions.filter((decision) => decision.given !== null);
  const expected = decisions.filter((decision) => decision.expected !== null);
  return {
    count: decisions.length,
    right: share(decisions.length - faults.length, decisions.length),
    precision: share(hits.length, given.length),
    recall: share(hits.length, expected.length),
    faults,
  };
}
