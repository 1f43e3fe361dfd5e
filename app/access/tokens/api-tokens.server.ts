import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import {
  deleteApiToken,
  findApiTokens,
  getApiToken,
  insertApiToken,
  setApiTokenUsed,
} from "~db/queries/api-tokens";
import { isoTime } from "../../format/iso-time";
import { chosen, type PageForms, pageForm } from "../../http/form.server";
import { invalid } from "../../refusal";
import type { AccessServices } from "../access-services";
import { type Author, ENVIRONMENT_ACTOR, type TokenIdentity } from "../identity";
import { isSameSecret, secretHash } from "../passwords/random-token.server";
import { recordUse } from "../sign-in/sessions.server";
import { assertAdmin } from "../users/users.server";

export type TokenScope = TokenIdentity["scope"];

const PREFIX = "lgk_";
const TOKEN_BYTES = 32;
/** Base-62 digits of 32 bytes and of a CRC-32. */
const BODY_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 8;
const USED_STEP_MS = 60_000;
const MAX_TOKEN_NAME_LENGTH = 60;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(value: bigint, length: number): string {
  const base = BigInt(DIGITS.length);
  let text = "";
  for (let rest = value; rest > 0n; rest /= base) text = DIGITS.charAt(Number(rest % base)) + text;
  return text.padStart(length, "0");
}

/** The checksum lets scanners recognize a leaked token. */
function newToken(): string {
  const body = base62(BigInt(`0x${randomBytes(TOKEN_BYTES).toString("hex")}`), BODY_LENGTH);
  return `${PREFIX}${body}${base62(BigInt(crc32(body)), CHECKSUM_LENGTH)}`;
}

/** @throws Refusal 422 for the name, 403 */
export async function createToken(
  { db, log }: Pick<AccessServices, "db" | "log">,
  input: { name: string; scope: TokenScope },
  { identity, now }: Author,
): Promise<{ token: string; id: string; name: string }> {
  const name = input.name.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const nameKey = foldText(name);
  if (nameKey === "") throw invalid("name", "Dem Token einen Namen geben.");
  if ([...name].length > MAX_TOKEN_NAME_LENGTH) {
    throw invalid("name", `Der Name hat höchstens ${MAX_TOKEN_NAME_LENGTH} Zeichen.`);
  }
  const id = uuid();
  const token = newToken();
  const row = {
    id,
    name,
    nameKey,
    tokenHash: secretHash(token),
    hint: token.slice(0, HINT_LENGTH),
    scope: input.scope,
    createdAt: now,
    createdBy: identity.actor,
  };
  await db.transaction().execute(async (trx) => {
    await assertAdmin(trx, identity);
    if (await insertApiToken(trx, row)) return;
    // After a double click the first response, which shows the token, is lost.
    throw invalid(
      "name",
      `Einen Token namens „${name}“ gibt es schon. Wer ihn nicht gesehen hat, widerruft ihn und erstellt einen neuen.`,
    );
  });
  log.info({ name, scope: input.scope, actor: identity.actor }, "api token made");
  return { token, id, name };
}

/** Without secrets and the environment's token. `hint` is the token's beginning; times in ISO 8601. */
export async function listTokens(db: Db) {
  return (await findApiTokens(db)).map(({ id, name, hint, scope, ...row }) => ({
    id,
    name,
    hint,
    scope,
    createdAt: isoTime(row.createdAt),
    createdBy: row.createdBy,
    lastUsedAt: isoTime(row.lastUsedAt),
  }));
}

export type TokenView = Awaited<ReturnType<typeof listTokens>>[number];

export async function findToken(
  { db, environmentToken, log }: Pick<AccessServices, "db" | "environmentToken" | "log">,
  token: string,
  now: number,
): Promise<TokenIdentity | null> {
  if (environmentToken !== undefined && isSameSecret(token, environmentToken)) {
    return { kind: "token", actor: ENVIRONMENT_ACTOR, scope: "full", tokenId: null };
  }
  const row = await getApiToken(db, secretHash(token));
  if (row === undefined) return null;
  const times = { recorded: row.lastUsedAt, now, stepMs: USED_STEP_MS };
  recordUse(times, () => setApiTokenUsed(db, row.id, now), log);
  return {
    kind: "token",
    actor: `${ENVIRONMENT_ACTOR}: ${row.name}`,
    scope: row.scope,
    tokenId: row.id,
  };
}

const PATH = "/einstellungen/tokens";

const Scope = chosen(z.enum(["read", "full"]), "Das Formular nennt keinen Umfang, den es gibt.");

interface TokensReply {
  /** Shown in this response only. */
  created?: { name: string; token: string };
}

export function tokenForms(services: AccessServices, by: Author): PageForms<TokensReply> {
  return {
    create: pageForm({
      schema: z.object({ name: z.string().default(""), scope: Scope }),
      async run(input) {
        const { name, token } = await createToken(services, input, by);
        return { reply: { created: { name, token } } };
      },
    }),
    revoke: pageForm({
      schema: z.object({ tokenId: z.string().default("") }),
      async run({ tokenId }) {
        const name = await deleteApiToken(services.db, tokenId);
        if (name === undefined) {
          return { back: PATH, flash: { tone: "warn", text: "Diesen Token gibt es nicht mehr." } };
        }
        services.log.info({ name, actor: by.identity.actor }, "api token revoked");
        const text = `Token „${name}“ ist widerrufen und gilt ab sofort nicht mehr.`;
        return { back: PATH, flash: { text } };
      },
    }),
  };
}
