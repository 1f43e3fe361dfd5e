import { z } from "zod";
import type { Flash } from "../http/flash.server";
import type { StartServices } from "../pipelines/company-search/start-search-job.server";
import { isRefusal, Refusal } from "../refusal";
import { CampaignSettingsSchema } from "../settings/team-settings";
import { saveCampaignSettings } from "../settings/team-settings.server";
import { readCampaignForm } from "./campaign-input";
import { previewStart, type StartPreview } from "./campaigns-page.server";
import {
  type CampaignServices,
  pauseCampaign,
  removeCampaign,
  repeatTasks,
  resumeCampaign,
} from "./change-campaign.server";
import { createCampaign } from "./create-campaign.server";

/** Where a form leads, with a sentence for the page there. */
interface Done {
  to: string;
  flash: Flash;
}

/** Why it could not be done, with the campaign that was to be started as it was asked for. */
interface Refused {
  status: 409 | 422;
  error: string;
  preview?: StartPreview | null;
}

type FormOutcome = Done | Refused;

async function unlessNotReady(outcome: Promise<FormOutcome>): Promise<FormOutcome> {
  try {
    return await outcome;
  } catch (error) {
    if (isRefusal(error, 409)) return { status: 409, error: error.message };
    throw error;
  }
}

/**
 * Does what a form of the page of the campaigns asks for.
 *
 * @throws Refusal 400 where it names no action
 */
export async function runCampaignsForm(
  services: StartServices,
  form: FormData,
  actor: string,
): Promise<FormOutcome> {
  switch (form.get("intent")) {
    case "start":
      return withPreview(
        services,
        form,
        await unlessNotReady(startFromForm(services, form, actor)),
      );
    case "settings":
      return saveSettings(services, form, actor);
    default:
      throw new Refusal(400, "Das Formular nennt keine Aktion, die es gibt.");
  }
}

/** Nothing that was chosen for a campaign gets lost where it can't begin. */
async function withPreview(
  services: StartServices,
  form: FormData,
  outcome: FormOutcome,
): Promise<FormOutcome> {
  if ("to" in outcome) return outcome;
  const texts = [...form].filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  return { ...outcome, preview: await previewStart(services, new URLSearchParams(texts)) };
}

async function startFromForm(
  services: StartServices,
  form: FormData,
  actor: string,
): Promise<FormOutcome> {
  const read = readCampaignForm(form);
  if ("errors" in read) {
    return { status: 422, error: Object.values(read.errors)[0] ?? "Die Angaben prüfen." };
  }
  const { id, isNew } = await createCampaign(services, read.input, actor);
  const text = isNew
    ? "Die Kampagne läuft im Hintergrund. Eigene Suchen gehen vor."
    : "Diese Kampagne gibt es schon; sie ist noch nicht zu Ende.";
  return { to: `/kampagnen/${id}`, flash: { text } };
}

async function saveSettings(
  { db }: StartServices,
  form: FormData,
  actor: string,
): Promise<FormOutcome> {
  const chosen = form.getAll("firstStates").filter((state) => state !== "");
  const settings = CampaignSettingsSchema.safeParse({ firstStates: [...new Set(chosen)] });
  if (!settings.success) {
    return { status: 422, error: "Bundesländer aus der Liste wählen." };
  }
  await saveCampaignSettings(db, settings.data, { actor, now: Date.now() });
  const text = "Gespeichert. Die nächste Kampagne für Energieversorger beginnt dort.";
  return { to: "/kampagnen", flash: { text } };
}

const PositionSchema = z.coerce.number().int().min(1).max(1_000_000);

const GONE: FormOutcome = {
  to: "/kampagnen",
  flash: { text: "Diese Kampagne gibt es nicht mehr.", tone: "warn" },
};

/**
 * Does what a form of a campaign's own page asks for.
 *
 * @throws Refusal 400 where it names no action
 */
export async function runCampaignForm(
  services: CampaignServices,
  id: string,
  form: FormData,
): Promise<FormOutcome> {
  const change = changeAskedFor(services, id, form);
  return unlessNotReady(
    change
      .run()
      .then((isThere) => (isThere ? { to: change.to, flash: { text: change.done } } : GONE)),
  );
}

function changeAskedFor(services: CampaignServices, id: string, form: FormData) {
  const to = `/kampagnen/${id}`;
  switch (form.get("intent")) {
    case "pause":
      return {
        run: () => pauseCampaign(services, id),
        done: "Die Kampagne pausiert. Eine Suche, die schon läuft, endet noch.",
        to,
      };
    case "resume":
      return { run: () => resumeCampaign(services, id), done: "Die Kampagne läuft weiter.", to };
    case "repeat": {
      const position = PositionSchema.safeParse(form.get("position")).data;
      return {
        run: () => repeatTasks(services, id, position),
        done: position === undefined ? "Die Suchen warten wieder." : "Die Suche wartet wieder.",
        to,
      };
    }
    case "delete":
      return {
        run: () => removeCampaign(services.db, id),
        done: "Die Kampagne ist gelöscht. Ihre Leads bleiben.",
        to: "/kampagnen",
      };
    default:
      throw new Refusal(400, "Das Formular nennt keine Aktion, die es gibt.");
  }
}
