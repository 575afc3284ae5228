import type { INestApplication } from '@nestjs/common';
import { ApiProperty, DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import * as api from '@tknest/contracts/api';

type Schema = Record<string, unknown>;

/** Validation rules as JSON Schema, so that documentation and validation have the same source. */
function schemaOf(type: new () => object): Schema {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  const properties: Record<string, Schema> = {};
  const required = new Set<string>();
  for (const rule of rules) {
    const property = (properties[rule.propertyName] ??= {});
    required.add(rule.propertyName);
    Object.assign(property, constraint(rule.name ?? '', rule.constraints ?? []));
  }
  for (const rule of rules) if (rule.type === 'conditionalValidation') required.delete(rule.propertyName);
  const defaults = new type() as Record<string, unknown>;
  for (const [name, value] of Object.entries(defaults)) {
    if (value === undefined || !properties[name]) continue;
    properties[name].default = value;
    required.delete(name);
  }
  return { type: 'object', properties, ...(required.size > 0 ? { required: [...required] } : {}) };
}

function constraint(name: string, [first]: readonly unknown[]): Schema {
  switch (name) {
    case 'isString':
      return { type: 'string' };
    case 'isInt':
      return { type: 'integer' };
    case 'isNumber':
      return { type: 'number' };
    case 'isBoolean':
    case 'equals':
      return { type: 'boolean' };
    case 'isEmail':
      return { type: 'string', format: 'email' };
    case 'isIn':
      return { enum: first };
    case 'min':
      return { minimum: first };
    case 'max':
      return { maximum: first };
    case 'minLength':
      return { minLength: first };
    case 'maxLength':
      return { maxLength: first };
    case 'matches':
      return { pattern: (first as RegExp).source };
    case 'isNotEmpty':
      return { minLength: 1 };
    default:
      return {};
  }
}

/** A class describes the query string of a call, parameter by parameter. */
function tellNest(type: new () => object): void {
  const { properties, required = [] } = schemaOf(type) as { properties: Record<string, Schema>; required?: string[] };
  for (const [name, schema] of Object.entries(properties))
    ApiProperty({ type: 'string', ...schema, required: required.includes(name) } as never)(type.prototype, name);
}

/** The API's description at /api/openapi.json, and as a page at /docs. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Tknest')
    .setDescription(
      'Rent-backed property funding on the XRP Ledger. Errors are RFC 9457 problem details; lists are paged by `limit` and `cursor` (next one in X-Next-Cursor); calls that start a payment take an Idempotency-Key.',
    )
    .setVersion('1')
    .addBearerAuth()
    .addCookieAuth('__Host-session')
    .build();
  const classes = Object.values(api).filter(
    (value): value is new () => object => typeof value === 'function' && String(value).startsWith('class '),
  );
  for (const type of classes) tellNest(type);
  const document = SwaggerModule.createDocument(app, settings);
  const schemas = ((document.components ??= {}).schemas ??= {}) as Record<string, Schema>;
  for (const type of classes) schemas[type.name] = schemaOf(type);
  schemas.Problem = {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'traceId'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      traceId: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    },
  };
  const problem = {
    description: 'Problem details',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path as Record<string, { responses?: Schema }>))
      if (operation?.responses) operation.responses.default = problem;
  SwaggerModule.setup('docs', app, document, { jsonDocumentUrl: 'api/openapi.json', customSiteTitle: 'Tknest API' });
  return document;
}
