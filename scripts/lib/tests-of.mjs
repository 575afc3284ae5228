// The tests of a suite, read from its syntax tree: each with its title and its content.
import ts from 'typescript';

const STRINGS = new Set([ts.SyntaxKind.StringLiteral, ts.SyntaxKind.NoSubstitutionTemplateLiteral]);
const TESTS = new Set(['it', 'test', 'describe']);

/** The identifier that a call begins with: `it` of `it.each(table)(title, body)`. */
function nameOf(expression) {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)
    ? nameOf(expression.expression)
    : null;
}

/** Every constant of the file by its name, for tables that are declared above their test. */
function constantsOf(source) {
  const found = new Map();
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      found.set(node.name.text, node.initializer.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Names that a table is made of: `cases` of `it.each(cases)`. */
function namesIn(node) {
  const names = [];
  const visit = (one) => {
    if (ts.isIdentifier(one)) names.push(one.text);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return names;
}

/**
 * The tests and groups of tests of a file.
 * @returns {{title: string, says: string}[]} `says`: the table and the body, without the title, with single spaces
 */
export function testsOf(file, text) {
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const constants = constantsOf(source);
  const found = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && TESTS.has(nameOf(node.expression))) {
      const [title, ...rest] = node.arguments;
      if (title && (STRINGS.has(title.kind) || ts.isTemplateExpression(title)) && rest.length > 0) {
        const table = ts.isCallExpression(node.expression) ? node.expression.arguments : [];
        const parts = [...table, ...rest].map((part) => part.getText(source));
        const named = table.flatMap(namesIn).flatMap((name) => constants.get(name) ?? []);
        found.push({ title: title.getText(source).slice(1, -1), says: plain([...parts, ...named].join('\n')) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map(({ title, says }) => ({ title: plain(title), says }));
}

/** The text without escapes of quotation marks and pattern characters, and with single spaces. */
const plain = (text) => text.replace(/\\(['"`./$()?+*])/g, '$1').replace(/\s+/g, ' ');
