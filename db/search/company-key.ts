const SAME = Object.entries({
  ...{ Ä: "ae", ä: "ae", Ö: "oe", ö: "oe", Ü: "ue", ü: "ue", ß: "ss" },
  ...{ "&": "und", "-": " ", ".": "" },
});

/**
 * SQL that folds a company's name, so that an index finds it by its beginning. Uses built-in functions alone, since
 * other programs open the file, too. A change needs a migration.
 */
export const companyKey = (name: string) =>
  `lower(${SAME.reduce((folded, [from, to]) => `replace(${folded}, '${from}', '${to}')`, name)})`;
