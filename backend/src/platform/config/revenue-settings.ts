import { REVENUE, TAG_MAX } from '@tknest/contracts/rules';
import { isValidClassicAddress } from 'xrpl';

/** Where fees are withdrawn to, and how long a withdrawal waits. */
export interface RevenueSettings {
  /** Null: nothing can be withdrawn. */
  address: string | null;
  /** Its destination tag, if it needs one. */
  tag: number | null;
  /** Milliseconds between the approval of a withdrawal and its payment. */
  waitMs: number;
}

/** Reads `REVENUE_ADDRESS` and `REVENUE_TAG`. Only the sandbox waits seconds instead of a day. */
export function readRevenueSettings(
  env: NodeJS.ProcessEnv,
  sandbox: boolean,
  wrong: (problem: string) => void,
  integer: (name: string, fallback: number, min: number, max: number) => number,
): RevenueSettings {
  const address = env.REVENUE_ADDRESS || null;
  if (address && !isValidClassicAddress(address)) wrong(`REVENUE_ADDRESS: "${address}" is not an XRPL address`);
  if (env.REVENUE_TAG && !address) wrong('REVENUE_TAG needs REVENUE_ADDRESS');
  return {
    address,
    tag: env.REVENUE_TAG ? integer('REVENUE_TAG', 0, 0, TAG_MAX) : null,
    waitMs: sandbox ? REVENUE.sandboxWaitSeconds * 1_000 : REVENUE.waitHours * 3_600_000,
  };
}
