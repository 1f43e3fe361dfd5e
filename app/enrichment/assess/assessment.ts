import type { JudgedField } from "./basis-text";

/** A sentence of a website that an assessment rests on. */
export interface Passage {
  quote: string;
  /** The page it stands on. */
  url: string;
}

/** A passage with what is shown of it and of its page. */
export interface ShownPassage extends Passage {
  text: string;
  pageName: string;
}

/** What reading a lead's website brought, as people see it. */
export interface Assessment {
  /** What type, topics and score rest on; null while the website could never be read. */
  basis: "model" | "rules" | null;
  /** What a person entered, which no reading changes. */
  editedFields: JudgedField[];
  passages: ShownPassage[];
  /** The website gives orders to language models. */
  isSuspicious: boolean;
  /** Why the last try brought nothing, as a sentence. */
  problem: string | null;
  /** Null where nobody has tried yet. */
  triedAt: string | null;
  enrichedAt: string | null;
  /** The run that has it still to read. */
  openJobId: string | null;
}
