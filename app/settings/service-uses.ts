import type { Service } from "../providers/services";

export const SERVICE_USES: Record<Service, { purpose: string; price: string }> = {
  serper: {
    purpose:
      "Durchsucht das Web: für die Websuche, und wo Google Places nicht mehr als 60 liefert.",
    price: "2.500 Abrufe frei, danach ab 50 $ für 50.000; jeder bringt etwa 10 Treffer.",
  },
  anymailfinder: {
    purpose:
      "Findet E-Mail-Adressen von Firmen, Entscheidern und Personen. Ohne diesen Schlüssel gibt es die, die im Impressum stehen.",
    price:
      "1 Guthaben je gefundener Adresse einer Firma, 2 je Entscheider; nur was zustellbar ist.",
  },
  openai: {
    purpose:
      "Sprachmodell: schlägt Suchen vor, beurteilt Leads nach ihrer Website und entwirft E-Mails. Ohne diesen Schlüssel gibt es weder Vorschläge noch Entwürfe, und Firmentypen werden nach Stichwörtern vergeben.",
    price: "Jede Frage nach ihrer Länge; mit dem voreingestellten Modell unter 1 Cent je Lead.",
  },
  "google-places": {
    purpose:
      "Sucht Firmen auf der Karte, bis zu 60 je Suche oder alle eines Gebiets. Ohne diesen Schlüssel sucht OpenStreetMap.",
    price:
      "1.000 Abrufe im Monat frei, danach 35 $ je 1.000; eine Suche nach 60 Firmen braucht 3. Ein Gebiet zählen ist frei.",
  },
  vayne: {
    purpose:
      "Liest die Treffer einer Suche im Sales Navigator als Profile aus. Ohne diesen Schlüssel lassen sich exportierte Dateien hochladen.",
    price: "1 Guthaben je Profil, dazu der eigene Zugang zum Sales Navigator.",
  },
};
