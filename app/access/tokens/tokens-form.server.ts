import { z } from "zod";
import type { Flash } from "../../http/flash.server";
import { isRefusal, Refusal } from "../../refusal";
import { formText } from "../../text/form-text";
import type { AccessServices } from "../access-services";
import type { Author } from "../author";
import type { FieldErrors } from "../field-errors";
import { createToken, revokeToken, type TokenField, type TokenScope } from "./api-tokens.server";

/** What the form for a new token shows again. */
export interface TokensFault {
  errors: FieldErrors<TokenField>;
  typed: { name: string; scope: TokenScope };
}

type TokensOutcome =
  | { flash: Flash }
  /** Shown in the answer itself, the one time that anybody can read it. */
  | { created: { name: string; token: string } }
  | { fault: TokensFault };

const Intent = z.enum(["create", "revoke"]);
const Scope = z.enum(["read", "full"]);
const MAX_TYPED = 200;

/**
 * Does what a button of the tokens' page asks for.
 *
 * @throws Refusal 400 where the form names no action or no scope that there is
 */
export async function runTokensForm(
  services: AccessServices,
  form: FormData,
  by: Author,
): Promise<TokensOutcome> {
  switch (Intent.safeParse(form.get("intent")).data) {
    case "create":
      return create(services, form, by);
    case "revoke": {
      const name = await revokeToken(services, formText(form, "tokenId"), by);
      return name === null
        ? { flash: { tone: "warn", text: "Diesen Token gibt es nicht mehr." } }
        : { flash: { text: `Token „${name}“ ist widerrufen und gilt ab sofort nicht mehr.` } };
    }
    default:
      throw new Refusal(400, "Das Formular nennt keine Aktion, die es gibt.");
  }
}

async function create(
  services: AccessServices,
  form: FormData,
  by: Author,
): Promise<TokensOutcome> {
  const { data: scope } = Scope.safeParse(form.get("scope"));
  if (scope === undefined) {
    throw new Refusal(400, "Das Formular nennt keinen Umfang, den es gibt.");
  }
  const name = formText(form, "name");
  try {
    const created = await createToken(services, { name, scope }, by);
    return { created: { name: created.name, token: created.token } };
  } catch (error) {
    if (!isRefusal(error, 422)) throw error;
    return {
      fault: { errors: error.fieldErrors, typed: { name: name.slice(0, MAX_TYPED), scope } },
    };
  }
}
