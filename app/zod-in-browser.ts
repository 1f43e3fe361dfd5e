import { z } from "zod";

// Where it may, zod turns schemas into program text; the browser's policy forbids that and would report each try.
if (typeof document !== "undefined") z.config({ jitless: true });
