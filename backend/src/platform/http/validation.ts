import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { messagesOf } from '@tknest/contracts/api';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { Refused } from '../domain/refused.js';

/** The maximum nesting of a body, because code that processes it may be recursive. */
const DEPTH_MAX = 16;
const PLAIN: readonly unknown[] = [String, Number, Boolean, Array, Object, undefined];

/**
 * Converts bodies and queries into their request classes. The first message is the problem's text; `errors` has all of
 * them by field.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  async transform(value: unknown, { metatype, type, data }: ArgumentMetadata): Promise<unknown> {
    if (type === 'custom') return value;
    if (isDeeper(value, DEPTH_MAX)) throw new Refused('invalid', `JSON may be nested at most ${DEPTH_MAX} levels deep`);
    if (isUnstorable(value))
      throw new Refused('invalid', 'Text must not contain NUL characters or halves of surrogate pairs');
    if (type === 'query') refuseRepeated(data ? { [data]: value } : (value as object));
    if (PLAIN.includes(metatype)) return value;
    if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value)))
      throw new Refused('invalid', 'The request body must be a JSON object');
    return checked(metatype as new () => object, value ?? {});
  }
}

/** A repeated parameter, or `name[key]`, arrives as a list or an object, but every call expects texts. */
function refuseRepeated(query: object): void {
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'object') throw new Refused('invalid', `${name} must be given once`);
}

/** Validates plain input against its class. @throws Refused with every message by field */
export async function checked<T extends object>(type: new () => T, value: object): Promise<T> {
  const instance = plainToInstance(type, value, { exposeDefaultValues: true });
  const errors = byField(
    await validate(instance, { whitelist: true, forbidUnknownValues: false, stopAtFirstError: false }),
  );
  const first = Object.values(errors)[0]?.[0];
  if (first !== undefined) throw new Refused('invalid', first, { errors });
  return instance;
}

function byField(errors: readonly ValidationError[], prefix = ''): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const error of errors) {
    const name = prefix + error.property;
    if (error.constraints) found[name] = messagesOf(error.constraints);
    Object.assign(found, byField(error.children ?? [], `${name}.`));
  }
  return found;
}

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value);

function isDeeper(value: unknown, max: number): boolean {
  return isNested(value) && (max === 0 || Object.values(value).some((item) => isDeeper(item, max - 1)));
}

/** NUL, or an unpaired surrogate: PostgreSQL and `encodeURI` reject them. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Refused with a message here instead of failing later. */
function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return UNSTORABLE.test(value);
  return isNested(value) && Object.entries(value).some(([key, item]) => UNSTORABLE.test(key) || isUnstorable(item));
}
