/** What the outcomes of a batch's payments mean. Pure, after the ledger was asked why it refused some of them. */
import type { PayoutLineEvent, Unpayable } from '@tknest/contracts/events';
import { parseLedgerValue, toDecimal } from '@tknest/contracts/money';
import type { Amount } from '#platform/ledger/ledger-port.js';
import { isRlusd } from '#platform/ledger/notation.js';
import type { Ended } from '#platform/ledger/transactions/decide.js';
import { asksPerson } from '#platform/ledger/transactions/policy.js';
import type { OpenCase } from '#features/operations-cases/rules.public.js';
import { lineOf, type Line } from '../runs/batch.state.js';
import { isFee, type LineFacts, type LoadedBatch } from './record.js';
import { heldFacts, unpaidFacts } from './unpaid.js';

/** The number of refusals without a known reason after which a line is given up, if others were paid. */
const UNEXPLAINED_MAX = 2;

export interface Outcome {
  facts: LineFacts[];
  /** Unexplained refusals, for which a case is opened. */
  found: OpenCase[];
  /** Lines paid after such a refusal; their cases are closed. */
  cured: Line[];
}

/**
 * @param reasonOf why the ledger refused to pay a payee, from the ledger's current state; null if that does not tell
 * @param rlusdIssuer the issuer of the RLUSD
 */
export function onConcluded(
  loaded: LoadedBatch,
  ended: readonly Ended[],
  reasonOf: (wallet: string) => Unpayable | null,
  rlusdIssuer: string,
): Outcome {
  const outcome: Outcome = { facts: [], found: [], cured: [] };
  const { run, batch } = loaded;
  const othersArePaid =
    run.state.settled.lines > 0 ||
    ended.some(({ ending }) => ending.propose === 'validated') ||
    [...batch.state.lines.values()].some(({ state }) => state === 'settled');
  for (const { transaction, ending } of ended) {
    const line = lineOf(batch.state, transaction.key);
    const at = { runId: run.state.runId, batch: batch.state.batch, wallet: line.wallet, hash: transaction.hash };
    switch (ending.propose) {
      case 'held':
        outcome.facts.push(heldFacts(loaded, line));
        break;
      case 'absent':
        outcome.facts.push({ events: [{ type: 'PayoutLineAbsent', data: { ...at, reason: ending.reason } }] });
        break;
      case 'validated':
        outcome.facts.push(paid(loaded, line, { transaction, ending }, rlusdIssuer));
        if (transaction.refusals > 0) outcome.cured.push(line);
        break;
      case 'refused': {
        const { result, ledgerIndex } = ending;
        const refused: PayoutLineEvent = { type: 'PayoutLineRefused', data: { ...at, ledgerIndex, result } };
        const reason = isFee(batch.state) ? null : reasonOf(line.wallet);
        const refusals = transaction.refusals + 1;
        const isGivenUp = !isFee(batch.state) && givesUp(loaded, refusals, othersArePaid);
        const unpaid = reason ?? (isGivenUp ? 'unexplained' : null);
        outcome.facts.push(unpaid ? unpaidFacts(loaded, line, unpaid, [refused]) : { events: [refused] });
        if (reason === null && (isGivenUp || asksPerson('payout', refusals)))
          outcome.found.push(refusedCase(loaded, line, result, refusals));
      }
    }
  }
  return outcome;
}

/**
 * A manual payout has a single line. If it cannot be paid, the money returns to its source instead of becoming
 * unclaimed.
 */
const givesUp = ({ run }: LoadedBatch, refusals: number, othersArePaid: boolean): boolean =>
  (othersArePaid && refusals >= UNEXPLAINED_MAX) || (run.state.origin !== null && asksPerson('payout', refusals));

function paid(
  { run, batch }: LoadedBatch,
  { wallet, owedBy }: Line,
  { transaction: { hash }, ending }: Ended & { ending: { propose: 'validated' } },
  rlusdIssuer: string,
): LineFacts {
  const { runId, propertyId } = run.state;
  const value = rlusdOf(ending.delivered, rlusdIssuer);
  const at = { propertyId, wallet, amount: toDecimal(parseLedgerValue(value)), hash, ledgerIndex: ending.ledgerIndex };
  const event: PayoutLineEvent = isFee(batch.state)
    ? { type: 'PayoutFeePaid', data: { runId, ...at } }
    : owedBy === 'unclaimed'
      ? { type: 'UnclaimedPaid', data: { runId, ...at } }
      : { type: 'PayoutSettled', data: { payoutId: runId, ...at } };
  return { events: [event], delivered: value };
}

/** @throws Error if something other than RLUSD was delivered, which no transaction of the platform does */
function rlusdOf(delivered: Amount | null, issuer: string): string {
  if (isRlusd(delivered, issuer)) return delivered.value;
  throw new Error(`A payout delivered ${JSON.stringify(delivered)}`);
}

/** The case's id: one case per line. */
export const refusedCaseOf = (runId: string, { wallet }: Line) =>
  ({ kind: 'payout-refused', subject: `${runId}~${wallet}` }) as const;

const refusedCase = (loaded: LoadedBatch, line: Line, result: string, refusals: number): OpenCase => ({
  ...refusedCaseOf(loaded.run.state.runId, line),
  summary: `The ledger refused a payout with ${result}, and nothing that is known of its payee explains it.`,
  propertyId: loaded.run.state.propertyId,
  wallet: line.wallet,
  details: { result, refusals },
});
