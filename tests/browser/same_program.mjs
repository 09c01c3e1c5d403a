// Whether pairs of modules are the same programs but for comments: lists those that are not. On its input a JSON list of
// [name, one, other]; its argument is TypeScript.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const ts = createRequire(import.meta.url)(process.argv[2]);
const printer = ts.createPrinter({ removeComments: true });
const program = (text) => printer.printFile(ts.createSourceFile("one.js", text, ts.ScriptTarget.Latest));
const pairs = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(pairs.filter(([, one, other]) => program(one) !== program(other)).map(([name]) => name)));
