import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { sessionHeaders } from "~/access/sign-in/authenticate.server";
import { signOut } from "~/access/sign-in/sessions.server";
import { flashHeaders } from "~/http/flash.server";

/** No page here; only a POST signs out. */
export function loader() {
  return redirect("/");
}

export async function action({ context: { services, identity, client } }: ActionFunctionArgs) {
  if (identity?.kind !== "session") return redirect("/");
  await signOut(services.access, identity, Date.now());
  const headers = await sessionHeaders(services.access, null, client);
  headers.append("Set-Cookie", (await flashHeaders({ text: "Abgemeldet." }))["Set-Cookie"]);
  return redirect("/anmelden", { headers });
}
