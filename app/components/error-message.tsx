import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { NOTHING_HERE } from "../refusal";
import { LinkButton } from "./page";

const MISSING = { title: "Diese Seite gibt es nicht", text: NOTHING_HERE };
const READ_ONLY = { title: "Nicht möglich", text: "Diese Adresse kann nur gelesen werden." };
const UNEXPECTED = {
  title: "Etwas ist schiefgegangen",
  text: "Die Seite konnte nicht geladen werden. Gespeichertes ist nicht betroffen. Bitte neu laden; hilft das nicht, steht die Ursache im Protokoll des Servers.",
};

function problemOf(answer: unknown): { title: string; text: string; typed: string[] } | null {
  const problem = typeof answer === "string" ? parsedOrNull(answer) : answer;
  if (typeof problem !== "object" || problem === null) return null;
  if (!("title" in problem && "detail" in problem)) return null;
  const { title, detail } = problem;
  const typed = "typed" in problem && Array.isArray(problem.typed) ? problem.typed.map(String) : [];
  return typeof title === "string" && typeof detail === "string"
    ? { title, text: detail, typed }
    : null;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param answer a problem document, or anything else */
export function ErrorMessage({ status, answer }: { status: number; answer: unknown }) {
  if (status === 401) return <SignedOutMessage />;
  const problem = problemOf(answer);
  const usual = { 404: MISSING, 405: READ_ONLY }[status] ?? UNEXPECTED;
  const { title } = status === 404 ? MISSING : (problem ?? usual);
  const { text } = problem ?? usual;
  return (
    <main className="max-w-[720px] p-4 md:p-6">
      <h1>{title}</h1>
      <p className="mt-2 text-muted">{text}</p>
      {problem?.typed.map((typed) => (
        <label key={typed} className="mt-4 block text-[13px] text-muted">
          Das war eingegeben
          <textarea name="typed" className="input textarea mt-1" defaultValue={typed} readOnly />
        </label>
      ))}
      <p className="mt-6 flex flex-wrap gap-2">
        <LinkButton to="/suche" label="Zur Suche" className="button button-primary" />
        <LinkButton to="/leadspeicher" label="Zum Leadspeicher" />
      </p>
    </main>
  );
}

/** The session ended while the page was open. Leads to the login, and from there back to this page. */
function SignedOutMessage() {
  const { pathname, search } = useLocation();
  // Encoded a second time, long filters would exceed the URL limit.
  const returnPath = search.length > 1_000 ? pathname : `${pathname}${search}`;
  const address = `/anmelden?${new URLSearchParams({ weiter: returnPath })}`;
  useEffect(() => {
    // A new document, so that the page keeps no data of the session.
    window.location.replace(address);
  }, [address]);
  return (
    <main className="max-w-[720px] p-4 md:p-6">
      <h1>Nicht mehr angemeldet</h1>
      <p className="mt-2 text-muted">
        Die Sitzung ist beendet oder abgelaufen. Nach der Anmeldung geht es an dieser Stelle weiter.
      </p>
      <p className="mt-6">
        <a className="button button-primary" href={address}>
          Anmelden
        </a>
      </p>
    </main>
  );
}
