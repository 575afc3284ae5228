import { ValidateBy, type ValidationArguments } from 'class-validator';

/** The number of decimals of a number in decimal notation: 2 for `0.25`, 7 for `1e-7`. */
export function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
}

/**
 * A finite number with at most this many decimals; more of them, as in 0.1 + 0.2, have a message of their own, whatever
 * message is given for the rest. `IsNumber` of class-validator (0.15) fails on `1e-7`, which is
 * written without a point, and counts four decimals in `1.5e-7`.
 */
export const IsDecimalNumber = (maxDecimals: number, options?: { message: string }): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isDecimalNumber',
      constraints: [maxDecimals],
      validator: {
        validate: (value: unknown) =>
          typeof value === 'number' && Number.isFinite(value) && decimalsOf(value) <= maxDecimals,
      },
    },
    { message: (tried) => told(tried, maxDecimals, options?.message) },
  );

function told({ value, property }: ValidationArguments, maxDecimals: number, message?: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return message ?? `${property} must be a number`;
  return `${property} has too many decimals: at most ${maxDecimals}`;
}
