import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type RunLock, RunLockTakenError, takeRunLock } from "~db/run-lock";
import { temporaryFolder } from "~tests/store";

const MODULE = new URL("../../db/run-lock.ts", import.meta.url).href;

function refusalOf(take: () => RunLock): RunLockTakenError {
  try {
    take().release();
  } catch (error) {
    if (error instanceof RunLockTakenError) return error;
    throw error;
  }
  throw new Error("the lock was given");
}

/** Another process that takes the lock, says so, and keeps it for as long as it lives. */
async function holdInChild(database: string): Promise<ChildProcess> {
  const program = `
    const { takeRunLock } = await import(${JSON.stringify(MODULE)});
    try {
      globalThis.lock = takeRunLock(${JSON.stringify(database)}, "the child");
      console.log("taken");
      setInterval(() => {}, 1_000);
    } catch (error) {
      console.log("refused: " + error.holder);
    }`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) break;
  }
  return text.trim();
}

describe("the run lock", () => {
  it("refuses a second taker and names the holder", async () => {
    const database = join(await temporaryFolder(), "leads.sqlite");
    const lock = takeRunLock(database, "pid 1, 127.0.0.1:3000");
    onTestFinished(() => lock.release());
    const refusal = refusalOf(() => takeRunLock(database, "the second"));
    expect(refusal.holder).toBe("pid 1, 127.0.0.1:3000");
    expect(refusal.message).toContain(database);
    expect(refusal.message).toContain("pid 1, 127.0.0.1:3000");
    expect(readFileSync(join(`${database}.run`, "holder.txt"), "utf8")).toBe(
      "pid 1, 127.0.0.1:3000\n",
    );
  });

  describe.each([
    ["there is", true],
    ["there is not yet", false],
  ])("of a database that %s", (_name, exists) => {
    it.each([
      ["a link to the file", "link.sqlite"],
      ["a link to that link, in another folder", "elsewhere/link.sqlite"],
      ["a link to the folder", "linked/leads.sqlite"],
      ["an address with a detour", "folder/../elsewhere/../folder/leads.sqlite"],
    ])("is held against %s", async (_name, path) => {
      const root = await temporaryFolder();
      mkdirSync(join(root, "folder"));
      mkdirSync(join(root, "elsewhere"));
      symlinkSync("folder", join(root, "linked"));
      symlinkSync(join("folder", "leads.sqlite"), join(root, "link.sqlite"));
      symlinkSync(join("..", "link.sqlite"), join(root, "elsewhere/link.sqlite"));
      const database = join(root, "folder/leads.sqlite");
      if (exists) writeFileSync(database, "");
      const lock = takeRunLock(database, "the first");
      expect(refusalOf(() => takeRunLock(`${root}/${path}`, "again")).holder).toBe("the first");
      lock.release();
      const other = takeRunLock(`${root}/${path}`, "the second");
      expect(refusalOf(() => takeRunLock(database, "again")).holder).toBe("the second");
      other.release();
    });
  });

  it("refuses a file that has a second name", async () => {
    const database = join(await temporaryFolder(), "leads.sqlite");
    writeFileSync(database, "");
    linkSync(database, `${database}.other`);
    expect(() => takeRunLock(database, "me")).toThrow(/zweiten Namen/);
  });

  it("stays held against other processes after a refused attempt in this one", async () => {
    const database = join(await temporaryFolder(), "leads.sqlite");
    const lock = takeRunLock(database, "this process");
    onTestFinished(() => lock.release());
    refusalOf(() => takeRunLock(database, "again"));
    expect(await firstLine(await holdInChild(database))).toBe("refused: this process");
  });

  it("is free again when its holder was killed", async () => {
    const database = join(await temporaryFolder(), "leads.sqlite");
    const child = await holdInChild(database);
    expect(await firstLine(child)).toBe("taken");
    expect(refusalOf(() => takeRunLock(database, "me")).holder).toBe("the child");
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    takeRunLock(database, "me").release();
  });
});
