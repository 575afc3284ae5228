import { buildMessage, ValidateBy, type ValidationOptions } from 'class-validator';

/** Decimals of a number as it is written out: 2 of `0.25`, 7 of `1e-7`. */
export function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
}

/**
 * A finite number with at most so many decimals. `IsNumber` of class-validator (0.15) breaks on `1e-7`, which it writes
 * without a point, and takes `1.5e-7` for one of four decimals.
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
