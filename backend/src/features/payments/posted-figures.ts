import { parseRlusd, toDecimal, type Micro } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';

/** Recomputes figures that a client posts, and refuses a difference, naming the correct figure. @throws Refused */
export function mustAgree(posted: { platformFee?: number; totalAmount?: number }, amount: Micro, fee: Micro): void {
  mustBe('platformFee', posted.platformFee, fee);
  mustBe('totalAmount', posted.totalAmount, amount + fee);
}

/** Checks one figure, by the name under which it was posted; a missing figure is accepted. @throws Refused */
export function mustBe(name: string, value: number | undefined, expected: Micro): void {
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
}
