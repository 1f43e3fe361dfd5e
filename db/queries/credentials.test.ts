import { expect } from "vitest";
import { it } from "~tests/store";
import { deleteCredential, findCredentials, getCredential, saveCredential } from "./credentials";

it("keeps one sealed key for each service", async ({ db }) => {
  expect(await getCredential(db, "serper")).toBeUndefined();
  expect(await findCredentials(db)).toEqual(new Map());
  const ciphertext = Buffer.from([0, 1, 255]);
  await saveCredential(db, { service: "serper", ciphertext, updatedAt: 1 });
  await saveCredential(db, { service: "vayne", ciphertext: Buffer.from([7]), updatedAt: 1 });
  await saveCredential(db, { service: "serper", ciphertext: Buffer.from([2]), updatedAt: 2 });
  expect(await getCredential(db, "serper")).toEqual(Buffer.from([2]));
  expect(await findCredentials(db)).toEqual(
    new Map([
      ["serper", Buffer.from([2])],
      ["vayne", Buffer.from([7])],
    ]),
  );
  const { updatedAt } = await db
    .selectFrom("credentials")
    .select("updatedAt")
    .where("service", "=", "serper")
    .executeTakeFirstOrThrow();
  expect(updatedAt).toBe(2);
});

it("removes the key of one service", async ({ db }) => {
  for (const service of ["serper", "vayne"])
    await saveCredential(db, { service, ciphertext: Buffer.from([1]), updatedAt: 1 });
  await deleteCredential(db, "serper");
  await deleteCredential(db, "openai");
  expect([...(await findCredentials(db)).keys()]).toEqual(["vayne"]);
});
