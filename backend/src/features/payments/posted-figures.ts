import { parseRlusd, toDecimal, type Micro } from '@tknest/contracts/money';
import { Refused } from '../../platform/domain/refused.js';

/** Figures that a client posts are recomputed; a difference is refused with the right one. @throws Refused */
export function mustAgree(posted: { platformFee?: number; totalAmount?: number }, amount: Micro, fee: Micro): void {
  const check = (name: 'platformFee' | 'totalAmount', expected: Micro) => {
    const value = posted[name];
    if (value === undefined) return;
    let given: Micro | null = null;
    try {
      given = parseRlusd(value, 6);
    } catch {
      // Falls through to the refusal below.
    }
    if (given !== expected)
      throw new Refused('invalid', `${name} must be ${toDecimal(expected)}`, {
        errors: { [name]: [`Expected ${toDecimal(expected)}`] },
      });
  };
  check('platformFee', fee);
  check('totalAmount', amount + fee);
}
