import { expectGoodLook } from "../support/accessibility";
import { expect, test } from "../support/browser-test";
import { addUser, fillSignIn, GOOD_PASSWORD, newName, signIn } from "../support/sign-in";

test("a wrong password keeps the name and says no more than needed", { tag: "@no-js" }, async ({
  app,
  page,
  stranger,
}) => {
  const name = newName();
  await addUser(page, app.server.url, name);
  await stranger.goto("/leadspeicher?q=Bad%20Aibling&sort=city");
  await expect(stranger.getByRole("navigation")).toHaveCount(0);
  for (const tried of [name, `${name} ohne Konto`]) {
    await fillSignIn(stranger, tried, "falsch-und-lang-genug");
    await expect(stranger.getByRole("alert")).toHaveText("Name oder Passwort stimmt nicht.");
    await expect(stranger.getByLabel("Name", { exact: true })).toHaveValue(tried);
    await expect(stranger.getByLabel("Passwort", { exact: true })).toHaveValue("");
    expect(await stranger.content()).not.toContain("falsch-und-lang-genug");
  }
  await fillSignIn(stranger, name.toUpperCase(), GOOD_PASSWORD);
  await expect(stranger).toHaveURL(/\/leadspeicher\?q=Bad(%20|\+)Aibling&sort=city$/);
  await stranger.goto("/anmelden?weiter=%2Fpipelines%2Fcsv");
  await expect(stranger).toHaveURL(/\/pipelines\/csv$/);
});

test("a session that ends in an open page leads to the login and back", { tag: "@js" }, async ({
  app,
  page,
  stranger,
}) => {
  const name = newName();
  await addUser(page, app.server.url, name);
  await signIn(stranger, name);
  await stranger.context().clearCookies();
  const login = /\/anmelden\?weiter=%2F(kampagnen|suche)$/;
  // What the page asks for by itself may be refused before, and takes the link away.
  await Promise.any([
    stranger.getByRole("link", { name: "Kampagnen", exact: true }).click(),
    stranger.waitForURL(login),
  ]);
  await expect(stranger).toHaveURL(login);
  await expect(stranger.getByRole("navigation")).toHaveCount(0);
  await fillSignIn(stranger, name, GOOD_PASSWORD);
  await expect(stranger).toHaveURL(/\/(kampagnen|suche)$/);
});

test("the login is readable and fits", { tag: "@js" }, async ({ app, page, stranger }) => {
  await addUser(page, app.server.url, newName());
  await stranger.goto("/anmelden?link=none");
  await expect(stranger.getByText("npm run login-link")).toBeVisible();
  await fillSignIn(stranger, "niemand", "falsch-und-lang-genug");
  await expect(stranger.getByRole("alert")).toBeVisible();
  await expectGoodLook(stranger);
});
