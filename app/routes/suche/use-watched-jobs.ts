import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { isFinished, type Job } from "~/jobs/job";

/**
 * Which of the jobs that a page shows the person watches: those that were under way while they were shown, and those
 * that a form of this page started, however quickly they ended.
 */
export function useWatchedJobs(jobs: readonly Job[]): ReadonlySet<string> {
  const { state } = useNavigation();
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const wasSent = useRef(false);
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (state === "submitting") wasSent.current = true;
  }, [state]);
  useEffect(() => {
    // One that was shown before was not started by the form, which may have cancelled another.
    const isStarted = ({ id }: Job) => wasSent.current && !known.current.has(id);
    const more = jobs.filter((job) => !isFinished(job) || isStarted(job)).map(({ id }) => id);
    known.current = new Set(jobs.map(({ id }) => id));
    setWatched((before) =>
      more.every((id) => before.has(id)) ? before : new Set([...before, ...more]),
    );
  }, [jobs]);
  // Behind the look at them: the jobs that a form started come with the end of the form's navigation.
  useEffect(() => {
    if (state === "idle") wasSent.current = false;
  }, [state]);
  return watched;
}
