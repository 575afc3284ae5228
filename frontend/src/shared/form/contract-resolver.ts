import { messagesOf } from '@tknest/contracts/api';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

type Contract = new () => object;
export type Problems = Record<string, string>;

/**
 * What is wrong with an input by the very class that the server validates it with, word for word: the most telling
 * message of each field.
 */
export function problemsOf(contract: Contract, input: object): Problems {
  const made = plainToInstance(contract, input, { exposeDefaultValues: true });
  return Object.fromEntries(
    validateSync(made).map(({ property, constraints }) => [
      property,
      messagesOf(constraints)[0] ?? 'Please check this field',
    ]),
  );
}

/** Messages by field, as a form takes them. */
export const asErrors = <V extends FieldValues>(problems: Problems): FieldErrors<V> =>
  Object.fromEntries(
    Object.entries(problems).map(([name, message]) => [name, { type: 'contract', message }]),
  ) as FieldErrors<V>;

/** Holds a form to whatever `find` says is wrong with its values. */
export const resolveWith =
  <V extends FieldValues>(find: (values: V) => Problems): Resolver<V> =>
  (values) => {
    const problems = find(values);
    return Object.keys(problems).length === 0 ? { values, errors: {} } : { values: {}, errors: asErrors<V>(problems) };
  };

/** Validates a form by a contract class. @param read the request for the fields' values */
export const contractResolver = <V extends FieldValues>(
  contract: Contract,
  read: (values: V) => object = (values) => values,
): Resolver<V> => resolveWith((values) => problemsOf(contract, read(values)));
