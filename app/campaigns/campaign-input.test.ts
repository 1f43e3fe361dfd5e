import { describe, expect, it } from "vitest";
import { openCampaignScene } from "~tests/campaign-store";
import { UTILITY_TERMS } from "./campaign";
import { CampaignFormSchema, CampaignInputSchema } from "./campaign-input";
import { previewStart } from "./campaigns-page.server";

function faultOf(body: object): string | undefined {
  return CampaignInputSchema.safeParse(body).error?.issues[0]?.message;
}

describe("the body that starts a campaign", () => {
  it.each([
    [{ kind: "alle" }, "Erlaubt sind bundeslaender und energieversorger."],
    [{ kind: "bundeslaender" }, /^Mindestens einen Suchbegriff/],
    [{ kind: "bundeslaender", terms: [" "] }, /^Suchbegriff eingeben/],
    [{ kind: "bundeslaender", terms: ["x".repeat(101)] }, /höchstens 100 Zeichen/],
    [{ kind: "bundeslaender", terms: ["a", "b", "c", "d", "e", "f"] }, "Höchstens 5 Suchbegriffe."],
    [
      { kind: "energieversorger", terms: ["Maler"] },
      /immer Netzbetreiber, Fernwärme, Industriepark\.$/,
    ],
    [{ kind: "energieversorger", states: [] }, "Mindestens ein Bundesland wählen."],
    [
      { kind: "energieversorger", states: ["Tirol"] },
      /^Dieses Bundesland gibt es nicht\. Möglich sind BW \(/,
    ],
    [{ kind: "energieversorger", placesPerState: 51 }, "Eine ganze Zahl von 1 bis 50 eingeben."],
    [{ kind: "energieversorger", count: 61 }, "Eine ganze Zahl von 1 bis 60 eingeben."],
    [{ kind: "energieversorger", region: "x" }, /region/],
  ])("is refused with a sentence: %o", (body, sentence) => {
    expect(faultOf(body)).toMatch(sentence);
  });
});

describe("the form that starts a campaign", () => {
  it("names the fault of each field, also where nothing was sent", async () => {
    const { db } = await openCampaignScene();
    const services = { db, timeZone: "Europe/Berlin", credentials: { status: async () => [] } };
    const sent = new URLSearchParams("placesPerState=x&terms=+");
    expect((await previewStart(services, sent))?.errors).toEqual({
      terms: "Mindestens einen Suchbegriff eingeben, zum Beispiel Stadtwerke.",
      states: "Mindestens ein Bundesland wählen.",
      placesPerState: "Eine ganze Zahl von 1 bis 50 eingeben.",
      count: "Eine ganze Zahl von 1 bis 60 eingeben.",
    });
    const foreign = new URLSearchParams([...sent, ["__intent__", "x"], ["terms", "zwei"]]);
    expect(await previewStart(services, foreign)).toEqual(await previewStart(services, sent));
  });

  it("makes one for utilities of the terms of their preset", () => {
    const fields = { states: ["HB"], placesPerState: "1", count: "1" };
    const inputOf = (terms: string) => CampaignFormSchema.parse({ ...fields, terms });
    const preset = UTILITY_TERMS.join("\r\n");
    expect(inputOf(preset)).toEqual({
      ...{
        kind: "energieversorger",
        states: ["Bremen"],
        placesPerState: 1,
        count: 1,
        again: false,
      },
    });
    expect(inputOf(`${preset}\nMaler`)).toMatchObject({ kind: "bundeslaender" });
  });
});
