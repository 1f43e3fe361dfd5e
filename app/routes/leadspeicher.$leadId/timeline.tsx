import { Time } from "~/components/time";
import type { LeadEvent } from "~/leads/lead";

const KINDS: Record<string, string> = {
  created: "Gefunden und gespeichert",
  found_again: "Wieder gefunden",
  email_found: "E-Mail gefunden",
  updated: "Geändert",
  exported: "Exportiert",
};

const FIELDS: Record<string, string> = {
  companyName: "Firma",
  website: "Website",
  email: "E-Mail",
  emails: "weitere E-Mails",
  phone: "Telefon",
  address: "Adresse",
  street: "Straße",
  postalCode: "PLZ",
  city: "Ort",
  federalState: "Bundesland",
  country: "Land",
  latitude: "Breite",
  longitude: "Länge",
};

/** What happened to a lead, newest first. */
export function Timeline({ events }: { events: readonly LeadEvent[] }) {
  return (
    <section className="card p-4">
      <h2>Verlauf</h2>
      <ol className="mt-2 space-y-2">
        {events.map((event) => {
          const fields = Object.keys(event.changes).map((field) => FIELDS[field] ?? field);
          return (
            <li key={event.id} className="text-[13px]">
              {KINDS[event.kind] ?? event.kind}
              {fields.length > 0 && event.kind === "found_again"
                ? `, ergänzt: ${fields.join(", ")}`
                : ""}
              <span className="block text-muted">
                <Time iso={event.at} /> · {event.actor}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
