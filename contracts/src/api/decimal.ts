import { buildMessage, ValidateBy, type ValidationOptions } from 'class-validator';

/** The number of decimals of a number in decimal notation: 2 for `0.25`, 7 for `1e-7`. */
export function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
}

/**
 * A finite number with at most this many decimals. `IsNumber` of class-validator (0.15) fails on `1e-7`, which is
 * written without a point, and counts four decimals in `1.5e-7`.
 */
export const IsDecimalNumber = (maxDecimals: number, options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isDecimalNumber',
      constraints: [maxDecimals],
      validator: {
        validate: (value: unknown) =>
          typeof value === 'number' && Number.isFinite(value) && decimalsOf(value) <= maxDecimals,
        defaultMessage: buildMessage((each) => `${each}$property must be a number`, options),
      },
    },
    options,
  );
