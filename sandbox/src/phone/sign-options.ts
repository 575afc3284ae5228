import { HttpError } from '../shared/http-error.js';

/** How a wallet deviates from the request. Without any of these it behaves correctly. */
export interface SignOptions {
  sequence?: number;
  lastLedgerSequence?: number;
  /** The network that the wallet reports. */
  network?: string;
  /** Seed of another key to sign with. */
  key?: string;
  /** What is changed before signing: `true` for what hurts most, a part by name, or fields to put in. */
  tamper?: boolean | TamperPart | Record<string, unknown>;
  /** Signs and sends a further payment of this many drops at the next sequence (`true`: a usual fee). */
  serviceFee?: boolean | number;
  /** Submit, or do not, whatever the request says. */
  submit?: boolean;
}

export const TAMPER_PARTS = [
  'amount',
  'destination',
  'currency',
  'issuer',
  'memo',
  'flags',
  'limit',
  'signature',
] as const;
export type TamperPart = (typeof TAMPER_PARTS)[number];

const UINT32_MAX = 2 ** 32 - 1;

/** Reads the body of `…/sign`; what is wrong is named. */
export function parseSignOptions(body: unknown): SignOptions {
  const options = (body ?? {}) as SignOptions;
  const { sequence, lastLedgerSequence, network, key, tamper, serviceFee, submit } = options;
  for (const [name, value] of Object.entries({ sequence, lastLedgerSequence })) {
    const fits = value === undefined || (Number.isInteger(value) && value >= 0 && value <= UINT32_MAX);
    if (!fits) throw new HttpError(400, `${name} must be a whole number from 0 to ${UINT32_MAX}.`);
  }
  if (network !== undefined && typeof network !== 'string') throw new HttpError(400, 'network must be a name.');
  if (key !== undefined && typeof key !== 'string') throw new HttpError(400, 'key must be a seed.');
  if (typeof tamper === 'string' && !TAMPER_PARTS.includes(tamper))
    throw new HttpError(400, `tamper must be one of ${TAMPER_PARTS.join(', ')}.`);
  if (
    serviceFee !== undefined &&
    typeof serviceFee !== 'boolean' &&
    !(Number.isInteger(serviceFee) && serviceFee > 0)
  ) {
    throw new HttpError(400, 'serviceFee must be true or a number of drops.');
  }
  if (submit !== undefined && typeof submit !== 'boolean') throw new HttpError(400, 'submit must be true or false.');
  return options;
}
