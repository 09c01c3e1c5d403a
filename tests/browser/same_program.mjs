// Whether what is sent is the same program as what was written, but for comments: lists the modules that are not. On its
// input a JSON list of [path, sent, written]; its argument is TypeScript. In a pack a module is the body of a function:
// what it imports is taken from constants, what it exports is returned (src/tiefenthal/server/http/bundles.py).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { posix } from "node:path";

const ts = createRequire(import.meta.url)(process.argv[2]);
const printer = ts.createPrinter({ removeComments: true });
const isExport = (one) => one.kind === ts.SyntaxKind.ExportKeyword;
const nameOf = (path) => `$${path.replace(/^js\/|\.js$/g, "").replace(/\W/g, "_")}`;

/** The statements of a program, in one form for both; what it exports comes last. */
function program(path, text) {
  const source = ts.createSourceFile("one.js", text, ts.ScriptTarget.Latest, true);
  const beside = (wanted) => (wanted.startsWith(".") ? posix.join(posix.dirname(path), wanted) : wanted);
  const exported = [];
  const found = [];
  for (const one of source.statements) {
    if (ts.isImportDeclaration(one)) {
      const names = one.importClause?.namedBindings;
      if (names === undefined) continue;
      const from = nameOf(beside(one.moduleSpecifier.text));
      const list = ts.isNamespaceImport(names)
        ? names.name.text
        : `{ ${names.elements.map((each) => (each.propertyName ? `${each.propertyName.text}: ${each.name.text}` : each.name.text)).join(", ")} }`;
      found.push(`const ${list} = ${from};`);
    } else if (ts.isReturnStatement(one)) {
      exported.push(...one.expression.properties.map((each) => each.name.text));
    } else {
      const words = printer.printNode(ts.EmitHint.Unspecified, one, source);
      if (!one.modifiers?.some(isExport)) found.push(words);
      else {
        exported.push(one.name?.text ?? one.declarationList.declarations[0].name.text);
        found.push(words.replace(/^export /, ""));
      }
    }
  }
  const later = (words) =>
    words.replace(/\bimport\("([^"]+)"\)/g, (_, wanted) => `import("${beside(wanted).replace(/^\/static\//, "")}")`);
  return [...found.map(later), ...exported.sort()].join("\n");
}

const modules = JSON.parse(readFileSync(0, "utf-8"));
const differ = modules.filter(([path, sent, written]) => program(path, sent) !== program(path, written));
console.log(JSON.stringify(differ.map(([path]) => path)));
