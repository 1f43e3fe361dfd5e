import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { CardJob } from "~/components/job-card";
import { isOpenJob } from "~/components/job-card";

/**
 * Whether the person watches the job that a page shows: it was under way when the page came to it, or a form of this
 * page started it, however quickly it ended.
 */
export function useIsWatched(job: CardJob | null): boolean {
  const { state } = useNavigation();
  const [watchedId, setWatchedId] = useState<string | null>(null);
  const wasSent = useRef(false);
  const id = job?.id ?? null;
  const isOpen = job !== null && isOpenJob(job);
  useEffect(() => {
    if (state === "submitting") wasSent.current = true;
  }, [state]);
  useEffect(() => {
    if (id !== null && (isOpen || wasSent.current)) setWatchedId(id);
  }, [id, isOpen]);
  // Behind the look at it: the job that a form started comes with the end of the form's navigation.
  useEffect(() => {
    if (state === "idle") wasSent.current = false;
  }, [state]);
  return id !== null && watchedId === id;
}
