import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from "kysely";
import type { Db } from "../../db/client";

/** The same database, which notes each statement that it is asked for, and its kind. */
export function watched(db: Db) {
  const nodes: RootOperationNode[] = [];
  const statements: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(plugin), nodes, statements };
}

/** The statements that a piece of code runs, each asked again behind a word such as EXPLAIN, with SQLite's rows. */
export async function explained<Row>(
  db: Db,
  word: string,
  run: (watched: Db) => Promise<unknown>,
): Promise<Row[][]> {
  const { db: asked, nodes } = watched(db);
  await run(asked);
  const answers: Row[][] = [];
  for (const node of nodes) {
    const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: "plan" });
    const { rows } = await db.executeQuery<Row>(
      CompiledQuery.raw(`${word} ${sql}`, [...parameters]),
    );
    answers.push(rows);
  }
  return answers;
}
