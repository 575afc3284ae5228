import { HttpError } from '../shared/http-error.js';
import { FAULT_KINDS, PARTIES, WEBHOOK_FAULTS, type Fault } from './fault.js';

/** The longest delay that a timer can hold. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Reads the body of `POST /control/faults`; what is wrong is named. */
export function parseFault(body: unknown): Fault {
  const { party, kind, match, times, ms } = (body ?? {}) as Partial<Fault>;
  if (!PARTIES.includes(party as never)) throw new HttpError(400, `party must be one of ${PARTIES.join(', ')}.`);
  if (!FAULT_KINDS.includes(kind as never)) throw new HttpError(400, `kind must be one of ${FAULT_KINDS.join(', ')}.`);
  if (match !== undefined && (typeof match !== 'string' || match === ''))
    throw new HttpError(400, 'match must be a ledger command or a path.');
  if (times !== undefined && (!Number.isInteger(times) || times < 1))
    throw new HttpError(400, 'times must be a whole number, 1 or more.');
  if (ms !== undefined && (typeof ms !== 'number' || !(ms >= 0 && ms <= MAX_DELAY_MS)))
    throw new HttpError(400, 'ms must be a number of milliseconds.');
  if (kind === 'lose-open-ledger' && party !== 'ledger')
    throw new HttpError(400, 'Only the ledger has an open ledger to lose.');
  const sendsNone = party === 'ledger' || party === 'fred' || party === 'census';
  if (WEBHOOK_FAULTS.includes(kind as never) && sendsNone) throw new HttpError(400, `${party} sends no webhooks.`);
  return { party, kind, match, times, ms } as Fault;
}
