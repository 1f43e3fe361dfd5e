import { expect, it } from "vitest";
import { withE164 } from "./lead-json.server";

it.each([
  ["+49 561 7070-0", "+4956170700"],
  ["+43 1 5123456-78", "+431512345678"],
  ["Zentrale 0561 70700", "Zentrale 0561 70700"],
  ["056170700", "056170700"],
  ["+491712345678 +49301234567", "+491712345678 +49301234567"],
])("the API gives the stored number „%s“ as „%s“", (phone, expected) => {
  const person = { name: null, title: null, email: null, profileUrl: null, phone };
  expect(withE164({ phone: null, phones: [phone], contacts: [person] })).toEqual({
    phone: null,
    phones: [expected],
    contacts: [{ ...person, phone: expected }],
  });
});
