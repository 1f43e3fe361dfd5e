import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton, Page } from "~/components/page";
import { estimateCost, PlannedRunSchema } from "~/jobs/ledger/cost.server";
import { Estimate } from "~/jobs/ui/cost-line";

export const meta: MetaFunction = () => [{ title: "Kosten – Leadspeicher" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const run = PlannedRunSchema.safeParse(asked).data;
  return run === undefined ? null : estimateCost(services, run, Date.now());
}

/** For browsers without JavaScript; others show it beside the form. */
export default function CostPage() {
  const estimate = useLoaderData<typeof loader>();
  return (
    <Page
      title="Kosten vor dem Start"
      className="max-w-[720px] p-4 md:p-6"
      actions={<LinkButton to="/kampagnen/ertrag" label="Ertrag" />}
    >
      <Estimate
        estimate={estimate ?? { text: "Eine ganze Zahl bei „Wie viele?“ eingeben.", stops: [] }}
      />
      <p className="mt-4">Gestartet ist noch nichts; „Zurück“ im Browser führt zum Formular.</p>
    </Page>
  );
}
