import type { z } from "zod";
import type { Db } from "~db/client";
import { formatCount } from "../format/german";
import { type PageForms, pageForm } from "../http/form.server";
import { conflict } from "../refusal";
import { countOutdated } from "./retention.server";
import { imprintSetting, osmSetting, retentionSetting } from "./team-settings.server";

interface Author {
  actor: string;
  now: number;
}

type Hints = Record<string, string>;

export interface HintsReply {
  hints?: Hints;
}

interface CardRow<Value extends Record<string, string | number | boolean>> {
  id: string;
  intent: string;
  title: string;
  text: string;
  fields: { name: keyof Value & string; label: string }[];
  button: string;
  saved: string;
  setting: {
    schema: z.ZodType<Value>;
    load(db: Db): Promise<Value>;
    save(db: Db, value: Value, by: Author): Promise<void>;
  };
  /** Why it can only be changed in the server's environment. */
  fixed?: string | undefined;
  /** Texts below the fields; the button updates them for typed values. */
  hints?: { button: string; find(db: Db, value: Value, now: number): Promise<Hints> };
}

function card<Value extends Record<string, string | number | boolean>>(row: CardRow<Value>) {
  const { id, intent, title, text, setting, fixed, hints } = row;
  const preview = `${intent}-preview`;
  return {
    async view(db: Db, now: number) {
      const values = await setting.load(db);
      const sentences = (await hints?.find(db, values, now)) ?? {};
      const fields = row.fields.map(({ name, label }) => {
        return { name, label, value: values[name], hint: sentences[name] };
      });
      const buttons = { [intent]: row.button, ...(hints && { [preview]: hints.button }) };
      return { id, title, text, fields, buttons, isFixed: fixed !== undefined };
    },
    forms(db: Db, by: Author): PageForms<HintsReply> {
      const save = pageForm({
        schema: setting.schema,
        async run(value) {
          if (fixed !== undefined) throw conflict(fixed);
          await setting.save(db, value, by);
          return { back: `/einstellungen#${id}`, flash: { text: `${title}: ${row.saved}` } };
        },
      });
      if (hints === undefined) return { [intent]: save };
      const count = pageForm<typeof setting.schema, HintsReply>({
        schema: setting.schema,
        run: async (value) => ({ reply: { hints: await hints.find(db, value, by.now) } }),
      });
      return { [intent]: save, [preview]: count };
    },
  };
}

export interface CardServices {
  isOsmContactFixed: boolean;
  findOsmContact(): Promise<string | null>;
}

const affected = (count: number, one: string, many: string) =>
  `Heute ${count === 1 ? "würde" : "würden"} ${formatCount(count, one, many)} betroffen sein.`;

export function settingCards({ isOsmContactFixed, findOsmContact }: CardServices) {
  const load = async () => ({ contact: (await findOsmContact()) ?? "" });
  return [
    card({
      id: "openstreetmap",
      intent: "contact",
      title: "OpenStreetMap",
      text: "Findet Firmen kostenlos und ohne Schlüssel. Betrieben wird das von Freiwilligen, die wissen wollen, wen sie bei Rückfragen erreichen: Mit einem Kontakt geht die Suche schneller. Wer täglich viel sucht, braucht einen eigenen oder bezahlten Server; wer den Leadspeicher betreut, richtet ihn ein.",
      fields: [
        {
          name: "contact",
          label: `Kontakt (${isOsmContactFixed ? "vom Server vorgegeben" : "E-Mail oder Seite"})`,
        },
      ],
      button: "Kontakt speichern",
      saved: "Der Kontakt ist gespeichert und gilt ab jetzt.",
      setting: isOsmContactFixed ? { ...osmSetting, load } : osmSetting,
      fixed: isOsmContactFixed
        ? "Der Kontakt steht in der Umgebung des Servers (OSM_CONTACT)."
        : undefined,
    }),
    card({
      id: "impressum",
      intent: "imprint",
      title: "Impressum",
      text: "Jede Firma nennt dort Adresse, Telefon und meist eine E-Mail. Das Lesen kostet nichts und spart Abfragen bei Anymailfinder.",
      fields: [
        { name: "isRead", label: "Impressum lesen" },
        {
          name: "personalEmail",
          label: "Auch persönliche Adressen aus dem Impressum übernehmen",
        },
      ],
      button: "Impressum speichern",
      saved: "Gespeichert und gilt ab jetzt.",
      setting: imprintSetting,
    }),
    card({
      id: "aufbewahrung",
      intent: "retention",
      title: "Aufbewahrung",
      text: "Rohdaten sind, was Läufe fanden und meldeten, ohne dass ein Lead daraus wurde. Leads, ihre Herkunft und die Zahlen der Läufe bleiben.",
      fields: [
        { name: "rawDays", label: "Rohdaten der Läufe löschen nach … Tagen" },
        { name: "uploadDays", label: "Hochgeladene Listen löschen nach … Tagen" },
      ],
      button: "Aufbewahrung speichern",
      saved: "Gespeichert und gilt ab dem nächsten Aufräumen.",
      setting: retentionSetting,
      hints: {
        button: "Betroffene zählen",
        async find(db, days, now) {
          const { runs, lists } = await countOutdated(db, days, now);
          return {
            rawDays: affected(runs, "Lauf", "Läufe"),
            uploadDays: affected(lists, "Liste", "Listen"),
          };
        },
      },
    }),
  ];
}

export type SettingCard = Awaited<ReturnType<ReturnType<typeof settingCards>[number]["view"]>>;
