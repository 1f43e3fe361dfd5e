import { checkAddresses } from "./checks/check-addresses";
import { checkAddress, checkClaims } from "./checks/check-claims";
import { checkCompanies } from "./checks/check-companies";
import { checkForm } from "./checks/check-form";
import { checkLanguage } from "./checks/check-language";
import { checkNumbers } from "./checks/check-numbers";
import { checkPeople } from "./checks/check-people";
import { checkPlaces } from "./checks/check-places";
import { checkSignature } from "./checks/check-signature";
import { knownFacts, type LeadContacts } from "./checks/known-facts";
import { draftWithoutTexts } from "./checks/without-texts";
import type { EmailDraft } from "./draft-input";
import type { EmailMaterial } from "./email-material";

/**
 * What is wrong with an email: its form, and everything in it that neither the lead's record nor the team's own texts
 * say. German sentences, for the model first and then for the person; none when it may be shown.
 */
export function checkEmail(
  email: EmailDraft,
  material: EmailMaterial,
  contacts: LeadContacts,
): string[] {
  const facts = knownFacts(material, contacts);
  // What the firm is called and deals with may be said, whatever it looks like.
  const invented = draftWithoutTexts(email, facts.own);
  const unnamed = draftWithoutTexts(email, [facts.companyName]);
  return [
    ...checkForm(email, facts),
    ...checkLanguage(invented, facts),
    ...checkAddresses(unnamed, facts),
    ...checkNumbers(invented, facts),
    ...checkPeople(unnamed, facts),
    ...checkCompanies(email, facts),
    ...checkPlaces(invented, facts),
    ...checkSignature(email, facts),
    ...checkClaims(invented, facts),
    ...checkAddress(invented, material.tone, facts),
  ];
}
