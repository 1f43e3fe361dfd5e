import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import {
  actingIdentity,
  type Identity,
  isAdministrator,
  ROLE_NAMES,
  type SessionIdentity,
} from "~/access/identity";
import { listSessions, type OpenSession } from "~/access/sign-in/sessions.server";
import { findOwnAccount } from "~/access/users/account.server";
import { accountForms } from "~/access/users/account-form.server";
import { Field, IntentButton, PasswordField } from "~/components/field";
import { Time } from "~/components/time";
import { formAction } from "~/http/form.server";
import { type FieldReply, replyTo } from "~/http/form-reply";
import { Refusal } from "~/refusal";
import { NoLoginNotice, SettingsFrame } from "~/settings/ui/settings-frame";

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
  // The time after reading: whoever sends slowly would guess in the past.
  return formAction(request, () =>
    accountForms(services.access, { identity: owner, now: Date.now() }),
  );
}

export default function AccountPage() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const fault = replyTo(answer, "password");
  if (page === null) {
    return (
      <SettingsFrame>
        <NoLoginNotice />
      </SettingsFrame>
    );
  }
  const { name, isAdmin, currentHash, sessions } = page;
  return (
    <SettingsFrame
      isMembers={!isAdmin}
      facts={`Angemeldet als „${name}“ (${ROLE_NAMES[isAdmin ? "administrator" : "member"]}).`}
    >
      <PasswordForm page={page} errors={fault?.errors ?? {}} />
      <SignInNameForm page={page} reply={replyTo(answer, "sign-in-name")} />
      <SessionList sessions={sessions} currentHash={currentHash} />
    </SettingsFrame>
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
          <Form method="post" reloadDocument>
            <IntentButton intent="end-others">Alle anderen beenden</IntentButton>
          </Form>
        )}
      </div>
      <ul className="card mt-2 divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.hash} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 grow">
              <p className="font-medium wrap-anywhere">
                {session.client}
                {session.hash === currentHash ? (
                  <span className="badge badge-good ml-2">diese Sitzung</span>
                ) : null}
              </p>
              <p className="flex flex-wrap gap-x-4 text-[13px] text-muted tabular-nums">
                <span>
                  Seit <Time iso={session.createdAt} />
                </span>
                <span>
                  Zuletzt aktiv <Time iso={session.lastSeenAt} />
                </span>
              </p>
            </div>
            {session.hash === currentHash ? null : (
              <Form method="post" reloadDocument>
                <input type="hidden" name="session" value={session.hash} />
                <IntentButton intent="end-session">Beenden</IntentButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `isByLink`: the start link opened this session, and the present password is not asked for. */
interface Account {
  name: string;
  signInName: string;
  hasPassword: boolean;
  isByLink: boolean;
}

/** Lets somebody sign in by a name that nobody sees. */
function SignInNameForm({ page, reply }: { page: Account; reply: FieldReply | undefined }) {
  const { name, signInName, hasPassword, isByLink } = page;
  const { values = {}, errors = {} } = reply ?? {};
  return (
    <section className="mt-8" aria-labelledby="anmeldename-titel">
      <h2 id="anmeldename-titel">Anmeldename</h2>
      <p className="text-muted">
        Gilt nur für die Anmeldung; alle anderen sehen weiter „{name}“. Zu einem Namen, den Fremde
        nicht kennen, können sie kein Passwort raten. Sitzungen bleiben bestehen.
      </p>
      <Form method="post" className="card mt-2 p-4" reloadDocument>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            id="sign-in-name"
            name="signInName"
            label="Name für die Anmeldung"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            defaultValue={values.signInName ?? signInName}
            error={errors.signInName}
            required
          />
          {hasPassword && !isByLink ? (
            <PasswordField
              id="sign-in-current"
              name="current"
              label="Jetziges Passwort"
              autoComplete="current-password"
              error={errors.current}
            />
          ) : null}
        </div>
        <IntentButton intent="sign-in-name" className="button button-primary mt-4">
          Anmeldenamen ändern
        </IntentButton>
      </Form>
    </section>
  );
}

/** Changes one's own password, or gives oneself the first. Nothing typed ever comes back. */
function PasswordForm({
  page: { signInName, hasPassword, isByLink },
  errors,
}: {
  page: Account;
  errors: Record<string, string>;
}) {
  return (
    <section className="mt-6" aria-labelledby="passwort-titel">
      <h2 id="passwort-titel">{hasPassword ? "Passwort ändern" : "Passwort festlegen"}</h2>
      <p className="text-muted">{introOf({ hasPassword, isByLink })}</p>
      <Form method="post" className="card mt-2 p-4" reloadDocument>
        {/* So that a password manager knows whose password it keeps. */}
        <input type="text" autoComplete="username" value={signInName} readOnly hidden />
        <div className="grid gap-3 sm:grid-cols-2">
          {hasPassword && !isByLink ? (
            <PasswordField
              id="current"
              name="current"
              label="Jetziges Passwort"
              className="sm:col-span-2 sm:w-[calc(50%-6px)]"
              autoComplete="current-password"
              error={errors.current}
            />
          ) : null}
          <PasswordField
            id="next"
            name="next"
            label="Neues Passwort (12 bis 128 Zeichen)"
            error={errors.next}
          />
          <PasswordField
            id="repeated"
            name="repeated"
            label="Neues Passwort wiederholen"
            error={errors.repeated}
          />
        </div>
        <IntentButton intent="password" className="button button-primary mt-4">
          {hasPassword ? "Passwort ändern" : "Passwort festlegen"}
        </IntentButton>
      </Form>
    </section>
  );
}

function introOf({ hasPassword, isByLink }: { hasPassword: boolean; isByLink: boolean }): string {
  if (!hasPassword) {
    return "Bisher geht die Anmeldung nur über den Link, den der Server beim Start anzeigt. Mit einem Passwort geht sie ab dem nächsten Start über Name und Passwort.";
  }
  const ended = "Danach sind alle anderen Sitzungen beendet.";
  return isByLink
    ? `Diese Sitzung begann mit dem Link des Servers. Wer ihn hat, darf das Passwort vergessen haben: Das jetzige ist hier nicht nötig. ${ended}`
    : ended;
}
