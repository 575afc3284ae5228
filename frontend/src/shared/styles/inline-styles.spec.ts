import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { pickFrom, sourcesOf } from '../../../test/sources';

/** Whether a value is known before the page runs: a literal, or a choice between such. */
function isConstant(value: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value)) return isConstant(value.expression);
  if (ts.isPrefixUnaryExpression(value)) return isConstant(value.operand);
  if (ts.isConditionalExpression(value)) return isConstant(value.whenTrue) && isConstant(value.whenFalse);
  return ts.isStringLiteralLike(value) || ts.isNumericLiteral(value);
}

/** Style objects in `style` attributes, in a ternary or not, with only constants: they belong in a style sheet. */
const constantStyles = (tree: ts.SourceFile): string[] =>
  pickFrom(tree, (node) => (ts.isJsxAttribute(node) && node.name.getText() === 'style' ? node.initializer : undefined))
    .flatMap((style) => pickFrom(style, (node) => (ts.isObjectLiteralExpression(node) ? node : undefined)))
    .filter(({ properties }) => properties.length > 0)
    .filter(({ properties }) => properties.every((one) => ts.isPropertyAssignment(one) && isConstant(one.initializer)))
    .map((style) => style.getText());

it('an inline style has a value that is computed', () => {
  const pages = sourcesOf(({ file }) => file.endsWith('.tsx'));
  expect(pages.length).toBeGreaterThan(200);
  const found = pages.flatMap(({ file, tree }) => constantStyles(tree).map((style) => `${file}: ${style}`));
  expect(found).toEqual([]);
});

it.each([
  ["<p style={{ color: 'red', margin: -4 }} />", 1],
  ["<p style={bad ? { color: 'red' } : undefined} />", 1],
  ["<p style={{ color: bad ? 'red' : 'green' }} />", 1],
  ['<p style={{ width }} />', 0],
  ["<p style={{ width: `${share}%`, color: 'red' }} />", 0],
])('%s: %i with constants alone', (text, count) => {
  expect(constantStyles(ts.createSourceFile('page.tsx', text, ts.ScriptTarget.Latest, true))).toHaveLength(count);
});
