import { z } from "zod";
import { SERVICES, type Service } from "../../app/providers/services";
import { postForm, postJson, resetProviders, setFault, waitForJob } from "./api-client";
import type { TestApp } from "./app-server";
import { buildRoutes } from "./build-routes";

const StartedSchema = z.object({ jobId: z.string() });
const LeadIdsSchema = z.object({ leads: z.array(z.object({ id: z.string() })) });
/** More often than any call is tried. */
const ALWAYS = 200;
const COUNT = 6;

/** What each service says of itself in the body of a refusal. */
const REFUSALS: Record<Service, (words: string) => object> = {
  "google-places": (message) => ({ error: { code: 400, status: "INVALID_ARGUMENT", message } }),
  serper: (message) => ({ message, statusCode: 400 }),
  anymailfinder: (message) => ({ error: "refused", message }),
  vayne: (details) => ({ error: "Refused", details }),
  openai: (message) => ({ error: { message, type: "refused", code: null } }),
};

/** Every address that needs no id: pages, their data, and the API with its export. */
export async function openAddresses(): Promise<string[]> {
  const paths = new Set((await buildRoutes()).map(({ path }) => path));
  return (
    [...paths, "/gibt-es-nicht"]
      // What the palette finds is only read as data.
      .filter((path) => !/[:*]/.test(path) && path !== "/" && path !== "/leadspeicher/finden")
      .flatMap((path) => (path.startsWith("/api/") ? [path] : [path, `${path}.data`]))
  );
}

/** Makes the product do everything that it does, over its API and its forms. */
export class WholeProduct {
  readonly #app: TestApp;
  /** Makes every search one of its own. */
  #runs = 0;

  constructor(app: TestApp) {
    this.#app = app;
  }

  get #url(): string {
    return this.#app.server.url;
  }

  /** Waits for a run and looks at it in every way that there is. */
  async #follow(response: Response): Promise<string> {
    const id =
      response.status === 302
        ? (response.headers.get("location")?.slice("/ergebnisse/".length) ?? "")
        : StartedSchema.parse(await response.json()).jobId;
    const job = await waitForJob(this.#url, id);
    const api = `/api/jobs/${id}`;
    for (const path of [`/ergebnisse/${id}`, `/ergebnisse/${id}.data`, `${api}/results`]) {
      await fetch(this.#url + path);
    }
    if (job.stored > 0) await fetch(`${this.#url}${api}/export`);
    return job.status;
  }

  /** Starts a run that asks one of the services; the model is asked by none of them. */
  #runOf(service: Service): Promise<Response> | null {
    this.#runs += 1;
    const n = this.#runs;
    const search = { query: "Elektriker", region: "Sachsen", count: COUNT, enrich: false };
    switch (service) {
      case "google-places":
        return postJson(`${this.#url}/api/jobs/maps-enrich`, search);
      case "serper":
        return postJson(`${this.#url}/api/jobs/serp-enrich`, search);
      case "anymailfinder": {
        const file = new File([`Firma;Website\nFirma ${n};firma-${n}.example\n`], "Liste.csv");
        return postForm(`${this.#url}/api/jobs/csv-enrich`, { file, category: "ceo" });
      }
      case "vayne": {
        const searchUrl = `https://www.linkedin.com/sales/search/people?query=(x)&savedSearchId=${n}`;
        const body = { searchUrl, count: COUNT, enrich: false };
        return postJson(`${this.#url}/api/jobs/profiles-enrich`, body);
      }
      case "openai":
        return null;
    }
  }

  /** Every pipeline without a fault; how each run ended. */
  async runEverything(): Promise<string[]> {
    const profilePage = `${this.#url}/pipelines/profile`;
    await postForm(profilePage, { intent: "confirm", confirmed: "on" });
    const states: string[] = [];
    for (const service of SERVICES) {
      const run = this.#runOf(service);
      if (run !== null) states.push(await this.#follow(await run));
    }
    const api = `${this.#url}/api`;
    const search = { query: "Hotel", region: "Bayern", count: COUNT };
    states.push(await this.#follow(await postJson(`${api}/search`, search)));
    states.push(await this.#follow(await postJson(`${api}/leads/quick-serp`, search)));
    const own = "Firma;Website\nEigene Firma GmbH;eigene-firma.example\n";
    const file = new File([own], "Eigene.csv");
    states.push(await this.#follow(await postForm(`${api}/leads/import`, { file })));
    const profiles = "First Name;Last Name;Company;Website\nErika;Muster;Eins GmbH;eins.example\n";
    const sent = { intent: "file", enrich: "on", file: new File([profiles], "Profile.csv") };
    states.push(await this.#follow(await postForm(profilePage, sent)));
    const without = await fetch(`${api}/leads?hasEmail=false&pageSize=${COUNT}`);
    const ids = LeadIdsSchema.parse(await without.json()).leads.map(({ id }) => id);
    const enriching = await postJson(`${api}/leads/bulk`, { action: "enrich", ids });
    states.push(await this.#follow(enriching));
    return states;
  }

  /** Lets every service repeat its key wherever it can, in runs and in tests of the key. */
  async echoKeys(keyOf: (service: Service) => string): Promise<void> {
    const { origin } = this.#app.providers;
    for (const service of SERVICES) {
      const key = keyOf(service);
      const words = `The key ${key} is bad, see ?key=${encodeURIComponent(key)}.`;
      const body = REFUSALS[service](words);
      const headers = { "www-authenticate": `Bearer ${key}`, "x-key": key };
      const faults = [
        { status: 401, headers, body },
        { status: 402, headers, body },
        { status: 500, headers, body: `<title>${words}</title>${words}` },
        { status: 200, headers, body: JSON.stringify(body).replaceAll("/", "\\/").slice(0, -3) },
        { status: 200, headers, body: { [key]: key } },
        { status: 302, headers: { ...headers, location: `/?key=${key}` }, body: words },
      ];
      for (const fault of faults) {
        await setFault(origin, { provider: service, times: ALWAYS, fault });
        const run = this.#runOf(service);
        if (run !== null) await this.#follow(await run);
        await fetch(`${this.#url}/api/credentials/${service}/test`, { method: "POST" });
        if (fault.status === 401) {
          await postForm(`${this.#url}/einstellungen`, { intent: "test", service });
        }
        await resetProviders(origin);
      }
    }
  }
}
