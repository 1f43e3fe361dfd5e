import { firstRequestHook } from "~/providers/fetch/sending";
import type {
  ProfileAccount,
  ProfileHits,
  ProfileOrder,
  ProfileSearch,
} from "~/providers/profile-search";
import { ProviderError } from "~/providers/provider-error";

export const SEARCH_URL = "https://www.linkedin.com/sales/search/people?query=(x)";

const HEADER = [
  "matching filters",
  "first name",
  "last name",
  "email",
  "job title",
  "linkedin url",
  "company",
  "corporate website",
];

/** A row of the file; what is not named is empty. */
interface Profile {
  name?: string;
  title?: string;
  company?: string;
  website?: string;
  email?: string;
  matches?: boolean;
}

/** Some people, numbered from 1, each of a company of their own. */
export function people(count: number): Profile[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Person${index + 1} Muster`,
    title: "Leitung",
    company: `Firma ${index + 1}`,
    website: `https://firma-${index + 1}.de`,
  }));
}

/** A file as the service gives it. */
function csvOf(profiles: readonly Profile[]): Uint8Array {
  const rows = profiles.map(({ name = "", title, company, website, email, matches = true }) => {
    const [first = "", last = ""] = name.split(" ");
    const url = name === "" ? "" : `https://www.linkedin.com/in/${first.toLowerCase()}`;
    return [String(matches), first, last, email, title, url, company, website];
  });
  const lines = [HEADER, ...rows].map((cells) => cells.map((cell) => `"${cell ?? ""}"`).join(","));
  return Buffer.from(lines.join("\n"));
}

/** What a look at an order shows. */
interface Look {
  status?: string;
  scraped?: number;
  file?: ProfileOrder["file"]["state"];
}

/** Scraped at the first look, the file ready at the second. */
const QUICK: Look[] = [{ status: "finished" }, { status: "finished", file: "ready" }];

/** What differs from a service that does all it is asked. */
export interface Behaviour {
  account?: Partial<ProfileAccount>;
  hits?: Partial<ProfileHits>;
  profiles?: Profile[];
  /** What each look at the order shows; the last one is repeated. */
  looks?: Look[];
  /** Thrown by the next calls of a kind, in turn; null lets one through. */
  failures?: Partial<Record<Call, (Error | null)[]>>;
  /** Whether an order whose call fails has arrived all the same. */
  isArriving?: boolean;
  /** Done before a call of any kind is answered. */
  before?: (call: Call) => void | Promise<void>;
}

type Call = "account" | "hits" | "start" | "find" | "look" | "file" | "download";

/** A profile search that does what it is told, and remembers what it was asked. */
export class FakeProfileSearch implements ProfileSearch {
  readonly id = "vayne";
  readonly name = "Vayne";
  readonly calls: string[] = [];
  /** Every order that is paid for, by its name. */
  readonly orders = new Map<string, { id: string; limit: number }>();
  behaviour: Behaviour;
  #looked = 0;

  constructor(behaviour: Behaviour = {}) {
    this.behaviour = behaviour;
  }

  async #call(call: Call, detail = ""): Promise<void> {
    this.calls.push(`${call}${detail === "" ? "" : ` ${detail}`}`);
    await this.behaviour.before?.(call);
    const failure = this.behaviour.failures?.[call]?.shift();
    if (failure) throw failure;
  }

  /** How often a kind of call was made. */
  count(call: Call): number {
    return this.calls.filter((made) => made.split(" ")[0] === call).length;
  }

  #profiles(): Profile[] {
    return this.behaviour.profiles ?? people(3);
  }

  #order(): ProfileOrder {
    const looks = this.behaviour.looks ?? QUICK;
    const look = looks[Math.min(this.#looked, looks.length - 1)] ?? {};
    const { status = "scraping", file = "none" } = look;
    const total = this.#profiles().length;
    const state = status === "finished" || status === "failed" ? status : "running";
    return {
      id: "order 1",
      state,
      status,
      total,
      scraped: look.scraped ?? (state === "finished" ? total : 0),
      file: { state: file, url: file === "ready" ? "https://files.example/1.csv" : null },
    };
  }

  async getAccount(): Promise<ProfileAccount> {
    await this.#call("account");
    const dailyLimits = { people: null, companies: null };
    return { credits: 1000, dailyLimits, unavailableReason: null, ...this.behaviour.account };
  }

  async countHits(): Promise<ProfileHits> {
    await this.#call("hits");
    return { total: 100, kind: "people", ...this.behaviour.hits };
  }

  async startOrder({ name, limit }: { name: string; limit: number }): Promise<ProfileOrder> {
    await firstRequestHook()?.();
    const pay = () => this.orders.set(name, { id: "order 1", limit });
    try {
      await this.#call("start", String(limit));
    } catch (error) {
      if (this.behaviour.isArriving) pay();
      throw error;
    }
    if (this.orders.has(name)) throw new Error("a second order of the same name");
    pay();
    return this.#order();
  }

  async findOrder(name: string): Promise<ProfileOrder | null> {
    await this.#call("find", name);
    return this.orders.has(name) ? this.#order() : null;
  }

  async getOrder(): Promise<ProfileOrder> {
    await this.#call("look");
    if (this.orders.size === 0) throw new ProviderError(this.name, "bad_request", { status: 404 });
    this.#looked += 1;
    return this.#order();
  }

  async requestFile(): Promise<ProfileOrder> {
    await this.#call("file");
    this.#looked += 1;
    return this.#order();
  }

  async downloadFile(): Promise<Uint8Array> {
    await this.#call("download");
    return csvOf(this.#profiles());
  }
}
