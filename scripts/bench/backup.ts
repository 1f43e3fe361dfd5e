import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Makes a backup beside the database with the command that people use. */
export async function backUp(databasePath: string): Promise<void> {
  const env = { ...process.env, DATABASE_PATH: databasePath };
  await promisify(execFile)("npm", ["run", "-s", "backup", "--", `${databasePath}.copy`], { env });
}
