import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { insertRows } from "~db/queries/insert-rows";
import { findResultDomains } from "~db/queries/job-results";
import {
  addRoles,
  beginExport,
  countActors,
  findActorsAfter,
  finishExport,
  type NewRegisterActor,
  type RegisterActor,
  removeActor,
  removeOutdated,
} from "~db/queries/register";
import { timedSteps } from "~db/timed-steps";
import { JOB_PARAMS } from "../jobs/kinds/job-params.server";
import { conditionsOf } from "../jobs/kinds/register-params.server";
import { JobFailure, type JobRun, type Pipeline } from "../jobs/runner/job-run.server";
import { storeFound } from "../jobs/runner/store-found.server";
import { type FoundCompany, foundCompany } from "../providers/company-search";
import { domainKey } from "../reading/companies/domain-key.server";
import { roleNames } from "../reading/companies/market";
import { isRefusal } from "../refusal";
import { toActor, toRole, type XmlItem } from "./market-actor.server";
import { openExport, type RegisterExportFile, readItems } from "./read-export.server";

/** The runner sets 100 when the job is complete. */
const MAX_PROGRESS = 99;
/** A step is written after this many elements, which takes some 5 ms, or after this many bytes. */
const STEP_ITEMS = 250;
const STEP_BYTES = 8 * 1024 * 1024;

const CheckpointSchema = z.object({ after: z.int() });

/**
 * Reads an export beside the current one, and replaces that when complete. After a restart, the job reads the file
 * again, which writes the same rows.
 */
export function registerFilePipeline(folder: string): Pipeline {
  return {
    async run(run) {
      const { db, job, signal } = run;
      const { file, bytes, changedAt } = JOB_PARAMS.registerFile.parse(JSON.parse(job.params));
      const path = join(folder, file);
      const found = await stat(path).catch(() => null);
      if (found?.size !== bytes || found.mtimeMs !== changedAt) {
        throw new JobFailure(`„${file}“ liegt nicht mehr da oder wurde seit dem Start geändert.`);
      }
      const clear = async () => {
        for await (const size of timedSteps()) if (!(await removeOutdated(db, size))) return;
      };
      try {
        const opened = await openExport(path);
        const exportId = await beginExport(db, job.id, file);
        await readExport(run, opened, exportId).finally(() => opened.zip.close());
        await clear();
      } catch (error) {
        // After a shutdown the job resumes.
        if (signal.reason !== "shutdown") await clear();
        throw isRefusal(error)
          ? new JobFailure(`${error.message} Der bisherige Stand bleibt.`)
          : error;
      }
    },
  };
}

async function readExport(
  run: JobRun,
  { zip, catalogs, parts }: RegisterExportFile,
  exportId: number,
): Promise<void> {
  const size = parts.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  const today = new Date().toISOString().slice(0, 10);
  let [read, written, found, stored] = [0, 0, 0, 0];
  let waiting: XmlItem[] = [];
  for (const part of parts) {
    const isActors = part.kind === "Marktakteure";
    const write = async () => {
      const items = waiting;
      [waiting, written] = [[], read];
      const known = (isActors ? items : []).flatMap((item) => toActor(item, catalogs, today) ?? []);
      const actors = known.map((actor): NewRegisterActor => ({ ...actor, exportId }));
      found += isActors ? items.length : 0;
      stored += actors.length;
      // Not progress: a restart reads the file from its beginning.
      await run.step(async (trx) => {
        // The export may repeat a number.
        if (isActors) await insertRows(trx, "registerActors", actors, "ON CONFLICT DO NOTHING");
        for (const item of isActors ? [] : items) {
          if (part.kind === "MarktakteureUndRollen") {
            await addRoles(trx, exportId, toRole(item, catalogs));
          } else {
            await removeActor(trx, exportId, item.get("MarktakteurMastrNummer")?.trim() ?? "");
          }
        }
        const progress = Math.floor((MAX_PROGRESS * read) / Math.max(size, 1));
        return { change: { found, stored, progress } };
      }, false);
    };
    for await (const { items, bytes } of readItems(zip, part)) {
      run.signal.throwIfAborted();
      read += bytes;
      for (const item of items) waiting.push(item);
      if (waiting.length >= STEP_ITEMS || read - written > STEP_BYTES) await write();
    }
    await write();
  }
  await run.step(async (trx) => {
    const actors = await countActors(trx, { exportId });
    if (actors === 0) {
      throw new JobFailure("In der Datei steht keine Organisation. Der bisherige Stand bleibt.");
    }
    const change = { actors, leftOut: found - actors, finishedAt: Date.now() };
    await finishExport(trx, exportId, change);
    return { change: { stored: actors } };
  });
}

/** Stores the chosen actors as leads. */
export function registerPipeline(): Pipeline {
  return {
    async run(run) {
      const { params, checkpoint, query: term, requested, id } = run.job;
      const conditions = conditionsOf(JOB_PARAMS.register.parse(JSON.parse(params)));
      const seen = await findResultDomains(run.db, id);
      let after = checkpoint === null ? 0 : CheckpointSchema.parse(JSON.parse(checkpoint)).after;
      for await (const limit of timedSteps(run.signal)) {
        const actors = await findActorsAfter(run.db, conditions, after, limit);
        after = actors.at(-1)?.id ?? after;
        if (actors.length === 0) break;
        const finding = { provider: "mastr", term, seen };
        await storeFound(run, actors.map(toCompany), finding, ({ found }) => ({
          progress: Math.floor((MAX_PROGRESS * found) / Math.max(requested, found)),
          checkpoint: JSON.stringify({ after }),
        }));
      }
      if (run.job.found < requested) {
        await run.warn(
          "Inzwischen wurde ein neuer Export eingelesen. Dort noch einmal übernehmen.",
        );
      }
    },
  };
}

/** Identified by the website, or by the email address if the website is not the company's own. */
export function toCompany({ website, email, ...actor }: RegisterActor): FoundCompany {
  const { number, roles, updatedOn, legalForm } = actor;
  const isCompany = (text: string | null) => text !== null && domainKey(text).kind === "company";
  const byEmail = !isCompany(website) && isCompany(email);
  const { name, phone, street, postalCode, city, federalState, country } = actor;
  return foundCompany(
    {
      ...{ name, phone, street, postalCode, city, federalState, country },
      website: byEmail ? null : website,
      domain: byEmail ? email : null,
      payload: { number, roles: roleNames(roles), legalForm, updatedOn },
    },
    { emails: email === null ? [] : [email] },
  );
}
