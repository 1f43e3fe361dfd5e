import { v7 as uuid } from "uuid";
import { foldText } from "~db/fold";
import { findOwner, hasActivePassword, insertFirstUser, updateUser } from "~db/queries/users";
import type { AccessServices } from "../access-services";
import { FIRST_USER_NAME } from "../identity";
import { passwordFault } from "../passwords/password-rules.server";

/** @param input.password accepted even if weak, since a refusal would lock the team out */
export async function prepareAccess(
  services: AccessServices,
  { password }: { password: string | undefined },
  now: number,
): Promise<{ hasPassword: boolean }> {
  const { db, log, passwords } = services;
  await insertFirstUser(db, {
    id: uuid(),
    name: FIRST_USER_NAME,
    nameKey: foldText(FIRST_USER_NAME),
    role: "administrator",
    createdAt: now,
    createdBy: "Einrichtung",
  });
  if (await hasActivePassword(db, "administrator")) return { hasPassword: true };
  const owner = await findOwner(db, FIRST_USER_NAME);
  if (password === undefined || owner === undefined) return { hasPassword: false };
  const fault = await passwordFault(password, owner.name);
  if (fault !== null) log.warn({ user: owner.name, fault }, "the configured password is weak");
  await updateUser(db, owner.id, { passwordHash: await passwords.hash(password) });
  log.info({ user: owner.name }, "the configured password is set");
  return { hasPassword: true };
}
