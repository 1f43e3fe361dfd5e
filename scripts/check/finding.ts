/** One breach of a rule: where it is, and what to do instead. */
export interface Finding {
  path: string;
  /** From 1; absent when the finding is about the whole file. */
  line?: number;
  message: string;
}
