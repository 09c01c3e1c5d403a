// Reads what a socket was sent, a line for each frame, and the whole after it; says where the browser's fold differs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, told] = process.argv.slice(2);
const { fold } = await import(pathToFileURL(module).href);

let shown = null;
let folded = 0;
for (const line of readFileSync(told, "utf8").trim().split("\n")) {
  const { frame, whole } = JSON.parse(line);
  if (frame.type === "shown") {
    shown = frame;
    continue;
  }
  assert.equal(fold({ ...shown, ply: shown.ply - 1 }, frame), null, "a change of something else was folded");
  const before = structuredClone(shown);
  const after = fold(shown, frame);
  assert.deepEqual(shown, before, `ply ${frame.ply}: what was shown before is changed itself`);
  assert.deepEqual(after, { ...whole, lesson: whole.lesson ?? null }, `ply ${frame.ply}`);
  shown = after;
  folded += 1;
}
console.log(folded);
