import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  actingIdentity,
  type Identity,
  isAdministrator,
  ROLE_NAMES,
  type SessionIdentity,
} from "~/access/identity";
import { listSessions, type OpenSession } from "~/access/sign-in/sessions.server";
import { accountForms, findOwnAccount } from "~/access/users/account.server";
import { FormCard } from "~/components/card";
import { IntentButton, PASSWORD, PostForm, USER_NAME } from "~/components/field";
import { Time } from "~/components/time";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { Refusal } from "~/refusal";
import { NoLoginPage, SettingsPage } from "~/settings/ui/settings-frame";

export const meta: MetaFunction = () => [{ title: "Mein Konto – Leadspeicher" }];

/** @throws Refusal 403 for programs, which have no account */
function ownerOf(identity: Identity | null): SessionIdentity {
  const acting = actingIdentity(identity);
  if (acting.kind === "session") return acting;
  throw new Refusal(403, "Ein API-Token hat kein Konto.");
}

export async function loader({ context: { services, identity } }: LoaderFunctionArgs) {
  if (services.isDemo) return null;
  const owner = ownerOf(identity);
  const [account, sessions] = await Promise.all([
    findOwnAccount(services.access, owner),
    listSessions(services.access, owner.userId, Date.now()),
  ]);
  return {
    name: owner.actor,
    isAdmin: isAdministrator(owner),
    currentHash: owner.sessionHash,
    isByLink: owner.isByLink,
    ...account,
    sessions,
  };
}

export async function action({ request, context: { services, identity } }: ActionFunctionArgs) {
  const owner = ownerOf(identity);
  // Takes the time after reading the body, so that slow senders cannot backdate a try.
  return formAction(request, () =>
    accountForms(services.access, { identity: owner, now: Date.now() }),
  );
}

const ENDED = "Danach sind alle anderen Sitzungen beendet.";
const BY_LINK = `Diese Sitzung begann mit dem Link des Servers. Wer ihn hat, darf das Passwort vergessen haben: Das jetzige ist hier nicht nötig. ${ENDED}`;
const NO_PASSWORD =
  "Bisher geht die Anmeldung nur über den Link, den der Server beim Start anzeigt. Mit Passwort melden Sie sich mit Name und Passwort an.";

export default function AccountPage() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (page === null) return <NoLoginPage />;
  const { name, isAdmin, signInName, hasPassword, isByLink } = page;
  const passwordTitle = hasPassword ? "Passwort ändern" : "Passwort festlegen";
  const current = (className?: string) => {
    const autoComplete = "current-password";
    const field = { ...PASSWORD, name: "current", label: "Jetziges Passwort", autoComplete };
    return hasPassword && !isByLink ? [{ ...field, className }] : [];
  };
  return (
    <SettingsPage
      isMembers={!isAdmin}
      ownForms={["password", "sign-in-name"]}
      facts={`Angemeldet als „${name}“ (${ROLE_NAMES[isAdmin ? "administrator" : "member"]}).`}
    >
      <FormCard
        className="mt-6"
        title={passwordTitle}
        text={hasPassword ? (isByLink ? BY_LINK : ENDED) : NO_PASSWORD}
        intent="password"
        label={passwordTitle}
        reply={replyTo(answer, "password")}
        fields={[
          ...current("sm:col-span-2 sm:w-[calc(50%-6px)]"),
          { ...PASSWORD, name: "next", label: "Neues Passwort (12 bis 128 Zeichen)" },
          { ...PASSWORD, name: "repeated", label: "Neues Passwort wiederholen" },
        ]}
      >
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" value={signInName} readOnly hidden />
      </FormCard>
      <FormCard
        title="Anmeldename"
        text={`Gilt nur für die Anmeldung; alle anderen sehen weiter „${name}“. Einen unbekannten Anmeldenamen kann niemand angreifen. Sitzungen bleiben bestehen.`}
        intent="sign-in-name"
        label="Anmeldenamen ändern"
        reply={replyTo(answer, "sign-in-name")}
        fields={[
          {
            ...USER_NAME,
            name: "signInName",
            label: "Name für die Anmeldung",
            value: signInName,
            autoComplete: "username",
          },
          ...current(),
        ]}
      />
      <SessionList sessions={page.sessions} currentHash={page.currentHash} />
    </SettingsPage>
  );
}

function SessionList({
  sessions,
  currentHash,
}: {
  sessions: readonly OpenSession[];
  currentHash: string;
}) {
  return (
    <section className="mt-8" aria-labelledby="sitzungen-titel">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <div>
          <h2 id="sitzungen-titel">Sitzungen</h2>
          <p className="text-muted">
            Eine Sitzung endet 7 Tage nach der letzten Nutzung, spätestens nach 30 Tagen.
          </p>
        </div>
        {sessions.length < 2 ? null : (
          <PostForm reloadDocument>
            <IntentButton intent="end-others" label="Alle anderen beenden" />
          </PostForm>
        )}
      </div>
      <ul className="card mt-2 divide-y divide-line">
        {sessions.map(({ hash, client, createdAt, lastSeenAt }) => (
          <li key={hash} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 grow">
              <p className="font-medium wrap-anywhere">
                {client}
                {hash === currentHash ? (
                  <span className="badge badge-good ml-2">diese Sitzung</span>
                ) : null}
              </p>
              <p className="flex flex-wrap gap-x-4 text-[13px] text-muted tabular-nums">
                <span>
                  Seit <Time iso={createdAt} />
                </span>
                <span>
                  Zuletzt aktiv <Time iso={lastSeenAt} />
                </span>
              </p>
            </div>
            {hash === currentHash ? null : (
              <PostForm fields={{ session: hash }} reloadDocument>
                <IntentButton intent="end-session" label="Beenden" />
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
