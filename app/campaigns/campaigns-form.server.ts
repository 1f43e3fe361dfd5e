import { z } from "zod";
import { type PageForms, pageForm } from "../http/form.server";
import type { StartServices } from "../jobs/kinds/start-job.server";
import type { EstimateServices } from "../jobs/ledger/cost.server";
import { CampaignFormSchema, RepeatFormSchema } from "./campaign-input";
import { previewStart, type StartPreview } from "./campaigns-page.server";
import { createCampaign } from "./create-campaign.server";
import { changeRepeat, type RepeatServices, repeatDaily } from "./repeat-campaigns.server";
import {
  type CampaignServices,
  pauseCampaign,
  removeCampaign,
  repeatTasks,
  resumeCampaign,
} from "./run-campaigns.server";

const Nothing = z.object({});

interface CampaignsReply {
  preview?: StartPreview | null;
}

export function campaignsForms(
  services: StartServices & EstimateServices,
  actor: string,
): PageForms<CampaignsReply> {
  return {
    start: pageForm({
      schema: CampaignFormSchema,
      refused: async (form) => ({ preview: await previewStart(services, form) }),
      async run(input, { argument }) {
        const { id, isNew } = await createCampaign(services, input, actor, argument);
        const text = isNew
          ? "Die Kampagne läuft im Hintergrund. Suchen aus „Suche“ haben Vorrang."
          : "Diese Kampagne gibt es schon; sie ist noch nicht fertig.";
        return { to: `/kampagnen/${id}`, flash: { text } };
      },
    }),
    daily: pageForm({
      schema: z.object({ searchId: z.string() }),
      async run({ searchId }) {
        await repeatDaily(services, searchId, actor);
        const text = "Die Suche läuft jetzt jeden Morgen von selbst. Zu welchem Preis, steht hier.";
        return { to: `/kampagnen/${searchId}`, flash: { text } };
      },
    }),
  };
}

const PositionSchema = z.coerce.number().int().min(1);

export function campaignForms(services: CampaignServices & RepeatServices, id: string): PageForms {
  const change = (run: (form: FormData) => Promise<string>, to = `/kampagnen/${id}`) =>
    pageForm({
      schema: Nothing,
      run: async (_, { form }) => ({ to, flash: { text: await run(form) } }),
    });
  return {
    pause: change(async () => {
      await pauseCampaign(services, id);
      return "Die Kampagne pausiert. Eine Suche, die schon läuft, endet noch.";
    }),
    resume: change(async () => {
      await resumeCampaign(services, id);
      return "Die Kampagne läuft weiter.";
    }),
    schedule: pageForm({
      schema: RepeatFormSchema,
      async run(input) {
        await changeRepeat(services, id, input);
        return { to: `/kampagnen/${id}`, flash: { text: "Die Wiederholung ist gespeichert." } };
      },
    }),
    repeat: change(async (form) => {
      const position = PositionSchema.safeParse(form.get("position")).data;
      await repeatTasks(services, id, position);
      return position === undefined ? "Die Suchen warten wieder." : "Die Suche wartet wieder.";
    }),
    delete: change(async () => {
      await removeCampaign(services.db, id);
      return "Die Kampagne ist gelöscht. Ihre Leads bleiben.";
    }, "/kampagnen"),
  };
}
