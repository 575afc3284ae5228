import ts from 'typescript';

/** Attributes whose text nobody reads. */
const UNREAD = /^(className|type|name|id|to|href|role|variant|tone|kind|d|viewBox|htmlFor|fill|stroke|autoComplete)$/;
const SQL =
  /^\s*(select|insert|update|delete|with|create|alter|drop|lock|set|grant|truncate|from|and|where|position)\b|\bilike\b|::|^pg_|\bhashtext\b|\bwhere\b.*[=$]/i;
const WORDS = /\p{L}{2,}\s+\p{L}/u;

/**
 * The texts of a source file that people may read: text of elements, and strings that hold more than one word.
 * @returns {string} the texts, each on the lines where the source has them
 */
export function visibleTexts(file, source) {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const lines = source.split('\n').map(() => '');
  const put = (node, text) => {
    const at = parsed.getLineAndCharacterOfPosition(node.getStart(parsed)).line;
    text.split('\n').forEach((part, index) => (lines[at + index] = `${lines[at + index] ?? ''} ${part.trim()}`));
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxAttribute(node) && UNREAD.test(node.name.getText(parsed))) return;
    if (ts.isJsxText(node)) put(node, node.text);
    else if (ts.isStringLiteralLike(node) && WORDS.test(node.text) && !SQL.test(node.text)) put(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (WORDS.test(parts.join(' ')) && !SQL.test(parts[0])) put(node, parts.join(' 1 ').replaceAll('\n', ' '));
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return lines.join('\n');
}
