/**
 * A word as it stands in an order; „anweisung*“ is every word that begins so, „score:“ one with a colon behind it,
 * „diese firma“ two words side by side.
 */
type Word = string;

/** Words that make an order to a language model when one of each group stands close to the others. */
export interface OrderPattern {
  groups: readonly (readonly Word[])[];
  /** In how many words all of it stands. */
  within: number;
  /** The groups follow one another; else they stand in any order. */
  inOrder?: boolean;
  /** Where one of these stands among them, it is an ordinary sentence. */
  unless?: readonly Word[];
}

const INSTRUCTIONS = [
  "instruction*",
  "instruktion*",
  "anweisung*",
  "anordnung*",
  "prompt",
  "prompts",
  "systemprompt*",
  "directive*",
  "guidelines",
  "vorgaben",
  "befehle",
  "commands",
  "context",
];
const MODELS = [
  "ki",
  "ai",
  "llm*",
  "gpt*",
  "chatgpt",
  "claude",
  "gemini",
  "copilot",
  "sprachmodell*",
  "language model",
  "language models",
  "ai assistant",
  "ki assistent",
];
const PREVIOUS = [
  "previous",
  "prior",
  "above",
  "earlier",
  "preceding",
  "vorherige*",
  "bisherige*",
  "vorige*",
  "vorangegangene*",
  "vorstehende*",
  "obige*",
];
const HIGHEST = [
  "5",
  "10",
  "100",
  "five",
  "fünf",
  "fuenf",
  "max",
  "maximum",
  "maximal*",
  "maximale*",
  "highest",
  "höchst*",
  "hoechst*",
  "best",
  "beste",
  "bestmögliche",
  "perfect",
  "volle",
  "full",
];
const SCORES = ["score", "scores", "salesscore", "leadscore", "punktzahl", "verkaufschance*"];
const THIS_COMPANY = [
  "diese firma",
  "dieser firma",
  "dieses unternehmen",
  "diesem unternehmen",
  "diesen betrieb",
  "diesem betrieb",
  "diesen lead",
  "diesem lead",
  "dieser lead",
  "diesen kunden",
  "this company",
  "this lead",
  "this business",
  "this firm",
  "this prospect",
  "the company",
  "the lead",
];
/** Of customers people ask for stars on portals. */
const REVIEWS = [
  "google",
  "stern*",
  "star",
  "stars",
  "trustpilot",
  "kununu",
  "provenexpert",
  "jameda",
  "uns",
  "us",
];

/** Orders as they are known from websites that try to steer language models, in English and German. */
export const ORDER_PATTERNS: readonly OrderPattern[] = [
  // Forget what you were told.
  {
    groups: [
      ["ignore", "ignoriere", "ignorier", "disregard", "missachte", "override", "überschreibe"],
      INSTRUCTIONS,
    ],
    within: 10,
  },
  { groups: [["forget", "vergiss"], INSTRUCTIONS], within: 8 },
  {
    groups: [
      ["ignorieren", "ignoriert", "vergessen", "vergesst", "missachten", "überschreiben", "bypass"],
      [...PREVIOUS, "alle", "sämtliche", "deine", "eure", "all", "your"],
      INSTRUCTIONS,
    ],
    within: 10,
  },
  {
    groups: [
      ["ignore", "disregard", "ignoriere", "ignorier"],
      [...PREVIOUS, "everything", "alles", "davor", "your"],
    ],
    within: 6,
  },
  { groups: [["forget", "vergiss"], PREVIOUS], within: 6 },
  { groups: [["new", "updated"], ["instructions"]], within: 3, inOrder: true },
  {
    groups: [
      ["neue", "folgende", "diese"],
      ["anweisung", "anweisungen"],
      ["befolge", "gelten", "gilt", "beachte", "du", "dich"],
    ],
    within: 8,
  },
  { groups: [["befolge", "obey", "execute", "missachte"], INSTRUCTIONS], within: 8 },
  // Words of the answer itself, which stand on no company's website.
  { groups: [["salesscore", "sales_score", "salesreason", "sales_reason"]], within: 1 },
  { groups: [["offerpackage", "offer_package", "companytype", "company_type"]], within: 1 },
  // Judge it so.
  { groups: [SCORES, HIGHEST], within: 4 },
  {
    groups: [
      [
        "gib",
        "gebe",
        "vergib",
        "vergebe",
        "setze",
        "trage",
        "verwende",
        "nimm",
        "give",
        "assign",
        "set",
        "award",
        "return",
        "output",
        "use",
        "antworte",
        "answer",
        "respond",
        "reply",
      ],
      [...SCORES, "bewertung", "rating", "note", "einstufung", "punkte", "grade"],
      HIGHEST,
    ],
    within: 12,
    unless: REVIEWS,
  },
  {
    groups: [
      [
        "bewerte",
        "gib",
        "vergib",
        "stufe",
        "klassifiziere",
        "kategorisiere",
        "behandle",
        "empfiehl",
        "setze",
        "markiere",
        "beschreibe",
        "lobe",
        "give",
        "rate",
        "score",
        "classify",
        "treat",
        "assign",
        "recommend",
        "mark",
        "approve",
        "consider",
      ],
      THIS_COMPANY,
    ],
    within: 6,
    unless: REVIEWS,
  },
  {
    groups: [
      ["bewertung", "rating", "einstufung"],
      [...THIS_COMPANY, "firma", "unternehmens"],
      ["ist", "lautet", "muss", "is", "must", "be", "soll"],
      HIGHEST,
    ],
    within: 10,
    unless: REVIEWS,
  },
  {
    groups: [
      ["lösche", "ändere", "markiere"],
      ["lead", "leads", "datensatz"],
    ],
    within: 5,
  },
  {
    groups: [
      ["delete", "approve", "mark"],
      ["all", "every", "other", "this"],
      ["lead", "leads"],
    ],
    within: 5,
    inOrder: true,
  },
  // Who is spoken to.
  {
    groups: [
      ["ignoriere", "ignore", "antworte", "bewerte", "schreibe", "befolge", "beachte", "vergib"],
      MODELS,
    ],
    within: 8,
  },
  { groups: [["you", "du"], ["must", "musst", "sollst", "shall"], MODELS], within: 8 },
  {
    groups: [
      ["hinweis", "achtung", "note", "attention", "notice", "anweisung", "anweisungen"],
      ["für", "an", "for", "to"],
      MODELS,
    ],
    within: 5,
    inOrder: true,
  },
  {
    groups: [
      ["instruction", "instructions", "befehl", "prompt", "message"],
      ["for", "to", "an", "für"],
      MODELS,
    ],
    within: 5,
    inOrder: true,
  },
  { groups: [["if", "wenn", "falls"], ["you", "du"], MODELS], within: 7, inOrder: true },
  {
    groups: [["you"], ["are"], [...MODELS, "assistant", "model", "bot"]],
    within: 7,
    inOrder: true,
  },
  {
    groups: [["du"], ["bist"], ["sprachmodell", "llm", "chatgpt", "ki modell", "hilfreicher"]],
    within: 7,
    inOrder: true,
  },
  { groups: [["from now on"], ["you", "always", "answer"]], within: 8, inOrder: true },
  {
    groups: [
      ["ab jetzt", "ab sofort"],
      ["antwortest", "bewertest", "musst", "sollst", "ignorierst"],
    ],
    within: 8,
  },
  // Answer so.
  {
    groups: [["antworte"], ["nur", "ausschließlich", "immer", "genau", "json", "stets"]],
    within: 4,
  },
  {
    groups: [
      ["respond", "reply", "answer", "output", "return"],
      ["only", "exactly", "always", "json"],
    ],
    within: 4,
    inOrder: true,
  },
  {
    groups: [
      ["reveal", "print", "repeat", "show", "verrate", "wiederhole", "zeige", "nenne"],
      ["system prompt", "systemprompt", "your prompt", "your instructions", "deine anweisungen"],
    ],
    within: 6,
    inOrder: true,
  },
  // Roles that are none.
  {
    groups: [
      ["system:", "assistant:", "user:", "developer:", "human:", "systemnachricht:", "admin:"],
      [
        "you",
        "your",
        "du",
        "dein*",
        "ignore",
        "ignoriere",
        "always",
        "answer",
        "antworte",
        "rate",
        "bewerte",
        "must",
        "musst",
        "override",
        "prompt",
      ],
    ],
    within: 8,
    inOrder: true,
  },
  {
    groups: [
      ["assistant:", "user:", "human:"],
      [...SCORES, "bewertung", "rating"],
    ],
    within: 8,
    inOrder: true,
  },
  { groups: [["system prompt", "system override", "system message", "end system"]], within: 2 },
  {
    groups: [
      ["end", "ende"],
      ["of", "der", "des"],
      ["data", "daten", "input", "prompt", "context"],
    ],
    within: 4,
    inOrder: true,
  },
];

/** To write to an address elsewhere; „schreib uns“ is what companies ask of people. */
export const WRITE_ORDERS = {
  groups: [
    ["schreibe", "schreib", "sende", "schicke", "maile", "leite", "write", "send", "forward"],
    ["@*"],
  ],
  within: 10,
  inOrder: true,
  unless: ["uns", "us", "mir", "me", "wir"],
} as const satisfies OrderPattern;

/** What goes on with an order in the lines beside it, and says nothing there of a company. */
export const CONTINUATIONS: readonly Word[] = [
  "score",
  "punktzahl",
  "bewertung",
  "rating",
  "json",
  "antworte",
  "respond",
  "output",
  "musst",
  "must",
  "befolge",
  "instruction*",
  "anweisung*",
  "prompt",
  "sprachmodell*",
];

/** In letters set apart, the words between them can't be told: parts of words that an order has. */
export const SPACED_STEMS: readonly string[] = [
  "ignor",
  "disregard",
  "instruction",
  "anweisung",
  "salesscore",
  "score5",
  "systemprompt",
];
