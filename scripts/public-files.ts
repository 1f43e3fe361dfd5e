import { readdirSync } from "node:fs";
import express, { type RequestHandler } from "express";

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};
/** Written by the build, smallest first. */
const COMPRESSED = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
];

/** Serves the files that exist at the start. Built files are cached forever and sent compressed. */
export function publicFiles(folder: string): RequestHandler {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const known = new Set(paths.map((path) => `/${path.replaceAll("\\", "/")}`));
  const options = { index: false, redirect: false };
  const keep = express.static(folder, { ...options, immutable: true, maxAge: "1y" });
  const refresh = express.static(folder, { ...options, maxAge: "1h" });
  return (req, res, next) => {
    const { path } = req;
    if (!known.has(path)) return next();
    if (!path.startsWith("/build/")) return refresh(req, res, next);
    const type = TYPES[path.slice(path.lastIndexOf(".") + 1)];
    if (type === undefined) return keep(req, res, next);
    res.vary("Accept-Encoding").setHeader("Content-Type", type);
    const accepted = COMPRESSED.find(
      ({ encoding, ending }) => req.acceptsEncodings(encoding) && known.has(path + ending),
    );
    if (accepted !== undefined) {
      res.setHeader("Content-Encoding", accepted.encoding);
      req.url = path + accepted.ending;
    }
    keep(req, res, next);
  };
}
