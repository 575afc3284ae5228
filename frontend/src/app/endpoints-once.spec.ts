import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { pickFrom, sourcesOf, valueOf } from '../../test/sources';

/** A URL as written in the code, with `{}` for each computed part; undefined if all of it is computed. */
function urlOf(value: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(value)) return value.text;
  if (!ts.isTemplateExpression(value)) return undefined;
  return value.head.text + value.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

/** What the `query` of an endpoint calls: objects with a `url`, or the URL alone. */
function callsOf(query: ts.Expression): string[] {
  return pickFrom(query, (node) => {
    if (ts.isObjectLiteralExpression(node)) {
      const url = valueOf(node, 'url');
      const method = valueOf(node, 'method');
      return url && `${method ? method.getText().slice(1, -1) : 'GET'} ${urlOf(url) ?? url.getText()}`;
    }
    if (!ts.isArrowFunction(node) || ts.isBlock(node.body)) return undefined;
    const url = urlOf(node.body);
    return url && `GET ${url}`;
  });
}

const endpoints = sourcesOf(({ text }) => text.includes('.injectEndpoints(')).flatMap(({ file, tree }) =>
  pickFrom(tree, (node) => {
    const isQuery = ts.isPropertyAssignment(node) && node.name.getText() === 'query';
    const endpoint = isQuery && node.parent.parent.parent;
    if (!endpoint || !ts.isPropertyAssignment(endpoint)) return undefined;
    return { name: `${file} ${endpoint.name.getText()}`, calls: callsOf(node.initializer) };
  }),
);

it('the calls of every endpoint can be read from its source', () => {
  expect(endpoints.length).toBeGreaterThan(90);
  const unread = endpoints.filter(({ calls }) => !calls.some((call) => / api\//.test(call)));
  // The caller passes the URL, because each kind of payment has its own.
  expect(unread.map(({ name }) => name)).toEqual(['shared/payments/api.ts startPayment']);
});

it('a call of the server is one endpoint: two would be loaded, and kept, twice', () => {
  const byCall = new Map<string, string[]>();
  for (const { name, calls } of endpoints)
    for (const call of calls) byCall.set(call, [...(byCall.get(call) ?? []), name]);
  expect([...byCall].filter(([, names]) => names.length > 1)).toEqual([]);
});
