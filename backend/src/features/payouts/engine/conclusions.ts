/** What became of a batch's payments, by validated ledgers alone. */
import type { PayoutLineEvent } from '@tknest/contracts/events';
import { CURRENCY } from '@tknest/contracts/rules';
import { parseLedgerValue, toDecimal } from '@tknest/contracts/money';
import type { StreamWrite } from '../../../platform/event-store/event-store.js';
import type { Amount, Conclusion } from '../../../platform/ledger/ledger-port.js';
import { proposeEnding, type Ending } from '../../../platform/ledger/submissions/submission.rules.js';
import { Submitter } from '../../../platform/ledger/submissions/submitter.js';
import { opening } from '../../cases/case.public.js';
import { crashPoint } from '../crash-places.js';
import type { Line, LineAttempt } from '../runs/batch.state.js';
import { unpayable } from './payability.js';
import type { Obstacle } from './obstacles.js';
import { openingPauseCase, pausedEvent } from './pause.js';
import type { PayoutPorts } from './ports.js';
import { isFee, recordLines, type LineFacts, type LoadedBatch } from './record.js';
import { unpaidFacts } from './unpaid.js';
import { sendAgain } from './window.js';

/** Which ledger each window was last sent for: once a ledger is enough. */
export type SentFor = Map<string, number>;

interface Found {
  facts: LineFacts[];
  /** Sent and seen in no ledger: to be sent again. */
  pending: LineAttempt[];
  /** A tec that the holder's state does not explain. */
  unexplained: Obstacle | null;
  conflict: LineAttempt | null;
}

/** @returns true where something was recorded @throws LedgerUnavailable */
export async function concludeLines(
  ports: PayoutPorts,
  loaded: LoadedBatch,
  lines: readonly Line[],
  sentFor: SentFor,
): Promise<boolean> {
  const index = await ports.ledger.validatedIndex();
  const seen = await seenOnLedger(ports, lines, index);
  const found: Found = { facts: [], pending: [], unexplained: null, conflict: null };
  for (const line of lines) {
    const attempt = line.open!;
    // The history is the quick look: what it does not show is asked for by its hash once its time is over.
    const conclusion = seen.get(attempt.hash) ?? (await fateOf(ports, attempt, index));
    await sort(ports, loaded, line, proposeEnding(conclusion), found);
  }
  crashPoint('lines-seen');
  await resend(ports, found.pending, index, sentFor);
  if (found.facts.length === 0 && !found.conflict) return false;
  const recorded = await recordLines(ports, loaded, found.facts, {
    run: found.unexplained && !loaded.run.state.paused ? [pausedEvent(loaded.run.state, found.unexplained)] : [],
    others: () => casesOf(ports, loaded, found),
  });
  crashPoint('lines-recorded');
  return recorded && found.facts.length > 0;
}

async function seenOnLedger(
  { ledger, accounts }: PayoutPorts,
  lines: readonly Line[],
  index: number,
): Promise<Map<string, Conclusion>> {
  const sought = new Set(lines.map(({ open }) => open!.hash));
  const from = Math.min(...lines.map(({ open }) => open!.preparedAt)) + 1;
  const seen = new Map<string, Conclusion>();
  if (from > index) return seen;
  for await (const { hash, ...one } of ledger.history(await accounts.address('payoutEscrow'), from, index)) {
    if (!sought.has(hash)) continue;
    const { result, ledgerIndex, delivered, tx: transaction } = one;
    seen.set(hash, { kind: 'validated', result, ledgerIndex, delivered, transaction });
  }
  return seen;
}

async function fateOf(
  { ledger, blobs, accounts }: PayoutPorts,
  attempt: LineAttempt,
  index: number,
): Promise<Conclusion> {
  if (index <= attempt.lastLedgerSequence) return { kind: 'pending' };
  return new Submitter(ledger, blobs).fate(await accounts.address('payoutEscrow'), attempt);
}

async function sort(ports: PayoutPorts, loaded: LoadedBatch, line: Line, ending: Ending, found: Found): Promise<void> {
  const { runId } = loaded.run.state;
  const { batch } = loaded.batch.state;
  const attempt = line.open!;
  const at = { runId, batch, wallet: line.wallet, hash: attempt.hash };
  switch (ending.propose) {
    case 'wait':
      return;
    case 'send-again':
      return void found.pending.push(attempt);
    case 'absent':
      if (ending.reason === 'sequence-used') found.conflict = attempt;
      else found.facts.push({ events: [{ type: 'PayoutLineAbsent', data: { ...at, reason: ending.reason } }] });
      return;
    case 'validated':
      return void found.facts.push(paid(ports, loaded, line, ending));
    case 'refused': {
      const { result, ledgerIndex } = ending;
      const refused: PayoutLineEvent = { type: 'PayoutLineRefused', data: { ...at, ledgerIndex, result } };
      const reason = isFee(loaded.batch.state) ? null : await unpayable(ports, line.wallet, line.amount);
      const facts = reason ? unpaidFacts(loaded, line, reason, [refused]) : { events: [refused] };
      found.facts.push({ ...facts, burned: attempt });
      if (reason === null)
        found.unexplained = {
          cause: 'refused',
          reason: `The ledger refused a payment with ${result}, and nothing about its payee explains it.`,
        };
    }
  }
}

function paid(
  ports: PayoutPorts,
  { run, batch }: LoadedBatch,
  { wallet, owedBy, open }: Line,
  { ledgerIndex, delivered }: Extract<Ending, { propose: 'validated' }>,
): LineFacts {
  const { runId, propertyId } = run.state;
  const value = rlusdOf(delivered, ports.settings.rlusdIssuer);
  const amount = toDecimal(parseLedgerValue(value));
  const at = { propertyId, wallet, amount, hash: open!.hash, ledgerIndex };
  const event: PayoutLineEvent = isFee(batch.state)
    ? { type: 'PayoutFeePaid', data: { runId, ...at } }
    : owedBy === 'unclaimed'
      ? { type: 'UnclaimedPaid', data: { runId, ...at } }
      : { type: 'PayoutSettled', data: { payoutId: runId, ...at } };
  return { events: [event], burned: open!, delivered: value };
}

/** @throws Error where something else than RLUSD was delivered, which no blob of ours asks for */
function rlusdOf(delivered: Amount | null, issuer: string): string {
  if (
    delivered &&
    typeof delivered === 'object' &&
    delivered.currency === CURRENCY.rlusd &&
    delivered.issuer === issuer
  )
    return delivered.value;
  throw new Error(`A payout delivered ${JSON.stringify(delivered)}`);
}

async function resend(
  ports: PayoutPorts,
  pending: readonly LineAttempt[],
  index: number,
  sentFor: SentFor,
): Promise<void> {
  const due = pending.filter(({ hash, preparedAt }) => (sentFor.get(hash) ?? preparedAt) < index);
  for (const { hash } of due) sentFor.set(hash, index);
  await sendAgain(ports, due);
}

async function casesOf(ports: PayoutPorts, { run }: LoadedBatch, found: Found): Promise<StreamWrite[]> {
  const { propertyId } = run.state;
  const paused = found.unexplained ? await openingPauseCase(ports.store, run.state, found.unexplained) : [];
  if (!found.conflict) return paused;
  const { hash, ticket } = found.conflict;
  const conflict = await opening(ports.store, {
    kind: 'sequence-conflict',
    subject: hash,
    propertyId,
    txHash: hash,
    summary: 'A ticket of the payout escrow was used by a transaction that is not in the log.',
    details: { ticket },
  });
  return [...paused, ...conflict];
}
