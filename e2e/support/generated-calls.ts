import fc from 'fast-check';

type Schema = Record<string, any>;

/** One operation of the description. */
export interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema?: Schema }[];
  body: Schema | null;
  multipart: boolean;
}

/** A call as it is sent. */
export interface GeneratedCall {
  operation: Operation;
  actor: number;
  url: string;
  headers: Record<string, string>;
  /** JSON text, or the fields of a form; null: none. */
  body: string | Record<string, string> | null;
}

/** Every operation of an OpenAPI document, with the schema of its body. */
export function operationsOf(document: any): Operation[] {
  const resolve = (schema?: Schema): Schema | null =>
    schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : (schema ?? null);
  return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, { parameters = [], requestBody }]) => {
      const [type, content] = Object.entries<any>(requestBody?.content ?? {})[0] ?? [];
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: resolve(content?.schema),
        multipart: type === 'multipart/form-data',
      };
    }),
  );
}

/** Ids that may exist. */
const IDS = ['1', '2', '3', '4'];

/** Values that often break programs. */
const ODD = [
  '\0',
  'a\0b',
  '\ud800',
  '',
  ' ',
  '__proto__',
  '%',
  '%00',
  '../..',
  "'--",
  'x'.repeat(3_000),
  '9'.repeat(40),
];
const odd = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, '0', '-1', '1e400', 1e308, 2 ** 53 + 1, -0, [], {}) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** A value that a schema allows, more or less. */
function fitting(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = -1_000, maximum = 1_000_000, minLength = 0, maxLength = 60 } = schema;
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: Math.ceil(minimum), max: Math.max(minimum, Math.min(maximum, minimum + 500)) });
    case 'number':
      return fc.integer({
        min: Math.ceil(minimum),
        max: Math.max(Math.ceil(minimum), Math.floor(Math.min(maximum, 1e6))),
      });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.oneof(
        fc.constantFrom(...known),
        fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }),
      );
  }
}

const mostly = (good: fc.Arbitrary<unknown>) => fc.oneof({ weight: 2, arbitrary: good }, { weight: 1, arbitrary: odd });

/** Values for the fields of a body or a query: all valid, or all but one, so that the odd one gets validated. */
function fieldsOf(schemas: Record<string, Schema>, known: readonly string[], requiredKeys?: []): fc.Arbitrary<object> {
  const names = Object.keys(schemas);
  const right = fc.record(
    Object.fromEntries(names.map((name) => [name, fitting(schemas[name]!, known)])),
    requiredKeys && { requiredKeys },
  );
  if (names.length === 0) return right;
  const oneOdd = fc
    .tuple(right, fc.constantFrom(...names), odd)
    .map(([all, name, value]) => ({ ...all, [name]: value }));
  return fc.oneof(right, oneOdd);
}

function bodyOf({ body, method }: Operation, known: readonly string[]): fc.Arbitrary<unknown> {
  if (method === 'GET') return fc.constant(undefined);
  const schemas = (body?.properties ?? {}) as Record<string, Schema>;
  const few = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(schemas), 'x'), fc.string()), odd);
  return fc.oneof({ weight: 4, arbitrary: fieldsOf(schemas, known) }, { weight: 1, arbitrary: fc.oneof(few, odd) });
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** Encodes a value for an address, which cannot contain half of a surrogate pair. */
const inAddress = (value: unknown) => encodeURIComponent(Buffer.from(asText(value).slice(0, 4_000)).toString('utf8'));

/**
 * Calls to an operation, from callers who have read its description and from those who have not.
 * @param known values that exist in the program: wallets, ids
 */
export function callsTo(operation: Operation, actors: number, known: readonly string[]): fc.Arbitrary<GeneratedCall> {
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query');
  const places = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const given = fc.record({
    actor: fc.nat(actors - 1),
    path: fc.tuple(...places.map((name) => mostly(fc.constantFrom(...(name === 'id' ? IDS : known))))),
    query: fieldsOf(Object.fromEntries(queries.map(({ name, schema = {} }) => [name, schema])), known, []),
    raw: fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.webQueryParameters() }),
    key: fc.option(fc.oneof(fc.constant('one-key'), fc.string({ unit: 'grapheme-ascii', maxLength: 250 }))),
    body: bodyOf(operation, known),
  });
  return given.map(({ actor, path, query, raw, key, body }): GeneratedCall => {
    let place = 0;
    const address = operation.path.replace(/\{\w+\}/g, () => inAddress(path[place++]) || '%20');
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${inAddress(value)}`);
    const search = [...pairs, ...(raw ? [raw] : [])].join('&');
    const form = operation.multipart && typeof body === 'object' && body !== null;
    return {
      operation,
      actor,
      url: address + (search ? `?${search}` : ''),
      headers: Object.fromEntries(key?.trim() ? [['Idempotency-Key', key.trim()]] : []),
      body:
        body === undefined
          ? null
          : form
            ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asText(value)]))
            : JSON.stringify(body),
    };
  });
}
