import { Link } from "@remix-run/react";

const MESSAGES: Record<number, { title: string; text: string }> = {
  400: {
    title: "Die Anfrage war nicht zu verstehen",
    text: "Nichts wurde geändert. Bitte die Seite neu öffnen und es von dort noch einmal versuchen.",
  },
  404: {
    title: "Diese Seite gibt es nicht",
    text: "Vielleicht wurde der Lead gelöscht, oder die Adresse hat einen Tippfehler.",
  },
  403: {
    title: "Nicht erlaubt",
    text: "Die Anfrage kam von einer fremden Seite und wurde nicht ausgeführt.",
  },
  405: { title: "Nicht möglich", text: "Diese Adresse kann nur gelesen werden." },
};

const UNEXPECTED = {
  title: "Etwas ist schiefgegangen",
  text: "Die Seite konnte nicht geladen werden. Gespeichertes ist nicht betroffen. Bitte neu laden; hilft das nicht, steht die Ursache im Protokoll des Servers.",
};

/** What a page shows in place of its content when it can't be shown. */
export function ErrorMessage({ status }: { status: number }) {
  const { title, text } = MESSAGES[status] ?? UNEXPECTED;
  return (
    <main className="max-w-[720px] p-4 md:p-6">
      <h1>{title}</h1>
      <p className="mt-2 text-muted">{text}</p>
      <p className="mt-6 flex flex-wrap gap-2">
        <Link className="button button-primary" to="/suche">
          Zur Suche
        </Link>
        <Link className="button" to="/leadspeicher">
          Zum Leadspeicher
        </Link>
      </p>
    </main>
  );
}
