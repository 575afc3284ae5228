import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const SOURCE = path.resolve('frontend/src');

interface Source {
  /** From `frontend/src` on. */
  file: string;
  text: string;
}

/** The program's own files that pass, parsed; not specs, not the pages of `dev`. */
export function sourcesOf(passes: (source: Source) => boolean): { file: string; tree: ts.SourceFile }[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$|^dev\//.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(SOURCE, file), 'utf8') }))
    .filter(passes)
    .map(({ file, text }) => ({ file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) }));
}

/** The nodes under one for which `pick` finds something. */
export function pickFrom<T>(root: ts.Node, pick: (node: ts.Node) => T | undefined): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    const one = pick(node);
    if (one !== undefined) found.push(one);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** The value of a property of an object literal, if it is written as `name: value`. */
export function valueOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  return object.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)
    ?.initializer;
}
