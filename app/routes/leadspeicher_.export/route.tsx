import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton, Page } from "~/components/page";
import { findObjections } from "~/exports/api.server";
import { formatCount, formatNumber } from "~/format/german";

export const meta: MetaFunction = () => [{ title: "Exportieren – Leadspeicher" }];

/** Asks before addresses of companies that object to advertising leave the store. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  const all = `/api/leads/export${search}`;
  const found = await findObjections(services, searchParams);
  if (found === null) throw redirect(all);
  const [others, back] = [new URLSearchParams(searchParams), new URLSearchParams(searchParams)];
  others.set("adObjection", "false");
  for (const name of ["variant", "ids"]) back.delete(name);
  return { ...found, all, others: `/api/leads/export?${others}`, back: `/leadspeicher?${back}` };
}

export default function ExportPage() {
  const { total, objecting, all, others, back } = useLoaderData<typeof loader>();
  const count = total - objecting;
  return (
    <Page
      title="Exportieren"
      facts={`${formatCount(objecting, "Firma widerspricht", "Firmen widersprechen")} im Impressum oder Datenschutz ausdrücklich der Werbung.`}
    >
      <p className="mt-4 flex flex-wrap gap-2">
        {count > 0 && (
          <a className="button button-primary" href={others} download>
            {formatCount(count, "andere Firma", "andere Firmen")} exportieren
          </a>
        )}
        <a className="button" href={all} download>
          Alle {formatNumber(total)} exportieren
        </a>
        <LinkButton to={back} label="Zum Leadspeicher" />
      </p>
    </Page>
  );
}
