import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  actingIdentity,
  type Identity,
  isAdministrator,
  ROLE_NAMES,
  type SessionIdentity,
} from "~/access/identity";
import { listSessions } from "~/access/sign-in/sessions.server";
import { hasOwnPassword } from "~/access/users/account.server";
import { accountForms } from "~/access/users/account-form.server";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { readForm } from "~/http/read-form.server";
import { Refusal } from "~/refusal";
import { NoLoginNotice, SettingsFrame } from "~/settings/ui/settings-frame";
import { PasswordForm } from "./password-form";
import { SessionList } from "./session-list";

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
  const [hasPassword, sessions] = await Promise.all([
    hasOwnPassword(services.access, owner),
    listSessions(services.access, owner.userId, Date.now()),
  ]);
  return {
    name: owner.actor,
    isAdmin: isAdministrator(owner),
    currentHash: owner.sessionHash,
    isByLink: owner.isByLink,
    hasPassword,
    sessions,
  };
}

export async function action({ request, context: { services, identity } }: ActionFunctionArgs) {
  const owner = ownerOf(identity);
  const form = await readForm(request);
  // The time after reading: whoever sends slowly would guess in the past.
  const by = { identity: owner, now: Date.now() };
  return formAction(form, accountForms(services.access, by));
}

export default function AccountPage() {
  const page = useLoaderData<typeof loader>();
  const fault = replyTo(useActionData<typeof action>(), "password");
  if (page === null) {
    return (
      <SettingsFrame>
        <NoLoginNotice />
      </SettingsFrame>
    );
  }
  const { name, isAdmin, currentHash, isByLink, hasPassword, sessions } = page;
  return (
    <SettingsFrame
      isMembers={!isAdmin}
      facts={`Angemeldet als „${name}“ (${ROLE_NAMES[isAdmin ? "administrator" : "member"]}).`}
    >
      <PasswordForm
        userName={name}
        hasPassword={hasPassword}
        isByLink={isByLink}
        errors={fault?.errors ?? {}}
      />
      <SessionList sessions={sessions} currentHash={currentHash} />
    </SettingsFrame>
  );
}
