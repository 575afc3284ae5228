import { messagesOf } from '@tknest/contracts/api';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

type Contract = new () => object;
export type Problems = Record<string, string>;

/**
 * The errors of an input by the same class with which the server validates it, with the same text: the most relevant
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

/** Messages by field, in the form library's format. */
export const asErrors = <V extends FieldValues>(problems: Problems): FieldErrors<V> =>
  Object.fromEntries(
    Object.entries(problems).map(([name, message]) => [name, { type: 'contract', message }]),
  ) as FieldErrors<V>;

/** Validates a form with the errors that `find` returns. */
export const resolveWith =
  <V extends FieldValues>(find: (values: V) => Problems): Resolver<V> =>
  (values) => {
    const problems = find(values);
    return Object.keys(problems).length === 0 ? { values, errors: {} } : { values: {}, errors: asErrors<V>(problems) };
  };

/** Validates a form with a contract class. @param read makes the request from the fields' values */
export const contractResolver = <V extends FieldValues>(
  contract: Contract,
  read: (values: V) => object = (values) => values,
): Resolver<V> => resolveWith((values) => problemsOf(contract, read(values)));
