import type { RequestHandler } from 'express';

const STYLES: Record<string, (key: string) => string> = {
  kebab: (key) => key,
  snake: (key) => key.replaceAll('-', '_'),
  camel: (key) => key.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase()),
};

/** Reads keys in any style and answers in the one that `Key-Inflection` names; kebab otherwise. */
export const inflect: RequestHandler = (request, response, next) => {
  if (request.body) request.body = rename(request.body, toKebab);
  const style = STYLES[request.get('key-inflection') ?? 'kebab'] ?? STYLES.kebab!;
  const json = response.json.bind(response);
  response.json = (body) => json(rename(body, style));
  next();
};

const toKebab = (key: string): string =>
  key.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function rename(value: unknown, style: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => rename(each, style));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [style(key), rename(each, style)]));
}
