import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, type CollectionTag } from 'yaml';

/** A value that replaces the earlier one instead of being merged into it. */
class Override {
  constructor(readonly value: unknown) {}
}

type Json = Record<string, any>;
export interface Service extends Json {
  image?: string;
  build?: { target: string };
  environment?: Record<string, string | number | null>;
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
}
export interface Composed extends Json {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const isMap = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Override);

const OVERRIDE = { tag: '!override', collection: 'map', resolve: (node: any) => new Override(node.toJSON()) };
const TAGS = [OVERRIDE as unknown as CollectionTag];

const readCompose = (file: string): Json =>
  parse(readFileSync(path.resolve(file), 'utf8'), { customTags: TAGS, merge: true });

/** Merges like Compose: maps by key, lists one after the other, anything else replaced by the later value. */
function merged(before: unknown, after: unknown, at = ''): any {
  if (after instanceof Override) return after.value;
  if (isMap(before) && isMap(after)) {
    const all: Json = { ...before };
    for (const [key, value] of Object.entries(after)) all[key] = merged(all[key], value, key);
    return all;
  }
  // A later command replaces the earlier one.
  if (Array.isArray(before) && Array.isArray(after) && !['command', 'entrypoint', 'test'].includes(at))
    return [...new Set([...before, ...after])];
  return after;
}

/** Merges the Compose files, later over earlier, into one that has only what Compose would run. */
export function composed(files: readonly string[]): Composed {
  const all = files.reduce<Json>((before, file) => {
    const after = readCompose(file);
    for (const [name, service] of Object.entries<Json>(after.services ?? {})) {
      if (!isMap(service) || !service.extends) continue;
      const { extends: from, ...own } = service;
      after.services[name] = merged(readCompose(from.file).services[from.service], own);
    }
    return merged(before, after);
  }, {});
  for (const name of Object.keys(all)) if (name.startsWith('x-')) delete all[name];
  return all as Composed;
}
