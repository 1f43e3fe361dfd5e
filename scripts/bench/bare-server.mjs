/**
 * `node bare-server.mjs [database] [fields]`: lists of leads as node:http and SQLite's own JSON answer them, with nothing
 * between. `/full` has the fields named, `/narrow` what a list can't do without; without a database it only listens.
 */
import { createServer } from "node:http";

const [, , path, fields = ""] = process.argv;
const NARROW = ["id", "domain", "companyName", "email", "phone", "city", "tags", "createdAt"];
const LISTS = new Set(["emails", "phones", "topics", "editedFields"]);

/** @returns {Promise<Record<string, () => string>>} */
async function openLists(path) {
  const { default: SqliteDatabase } = await import("better-sqlite3");
  const sqlite = new SqliteDatabase(path, { readonly: true });
  const columns = new Set(sqlite.pragma("table_info(leads)").map(({ name }) => name));
  const expressionOf = (field) => {
    const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (field === "tags")
      return "(SELECT json_group_array(tag) FROM lead_tags WHERE lead_seq = page.seq)";
    if (!columns.has(column)) return "NULL";
    if (LISTS.has(field)) return `json(${column})`;
    return field.endsWith("At")
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`
      : column;
  };
  const list = (fields) => {
    const values = fields.map((field) => `'${field}', ${expressionOf(field)}`).join(", ");
    return sqlite
      .prepare(
        `SELECT json_object('leads', json_group_array(json_object(${values})), 'total', (SELECT max(seq) FROM leads))
          FROM (SELECT * FROM leads ORDER BY seq DESC LIMIT 50) AS page`,
      )
      .pluck();
  };
  const full = list(fields.split(","));
  const narrow = list(NARROW);
  return { "/full": () => full.get(), "/narrow": () => narrow.get() };
}

const lists = path === undefined ? {} : await openLists(path);
const server = createServer((request, response) => {
  const body = Buffer.from(lists[request.url]?.() ?? "{}");
  response.setHeader("content-type", "application/json; charset=utf-8");
  response.setHeader("content-length", body.length);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`);
});
