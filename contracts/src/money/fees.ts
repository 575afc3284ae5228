import { CENT, divideHalfUp, type Micro } from './rlusd.js';

const BASIS_POINTS = 10_000n;

/**
 * The platform fee on an amount, rounded half up to the cent. 2.5 % (250 basis points) of 100 is 2.50; of 0.19 it is
 * 0.00.
 */
export function feeOf(amount: Micro, basisPoints: bigint): Micro {
  return divideHalfUp(amount * basisPoints, BASIS_POINTS * CENT) * CENT;
}
