/** A window: payments that are signed and journalled together, each on a ticket of its own, before any is sent. */
import type { PayoutLineEvent } from '@tknest/contracts/events';
import { toDecimal, type Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { commitOnce, writeTo } from '../../../platform/event-store/commit-once.js';
import { expectedOf } from '../../../platform/event-store/folding.js';
import { TicketsExhausted } from '../../../platform/ledger/accounts/tickets-exhausted.js';
import { LedgerUnavailable } from '../../../platform/ledger/ledger-port.js';
import { ownLifetime } from '../../../platform/ledger/submissions/lifetime.js';
import { ticketed } from '../../../platform/ledger/accounts/sign-on-ticket.js';
import { crashPoint } from '../crash-places.js';
import { payoutMemo, purposeOf, type Line, type LineAttempt } from '../runs/batch.state.js';
import { windowSize } from '../runs/run.plan.js';
import { obstacle } from './obstacles.js';
import { pause } from './pause.js';
import type { PayoutPorts } from './ports.js';
import { isFee, recordLines, type LoadedBatch } from './record.js';
import { unpaidFacts } from './unpaid.js';

/** Submissions that wait for their answers at a time. */
const SENT_AT_ONCE = 32;

/**
 * Signs a window of a batch's waiting lines and sends it.
 * @param underWay what the run has sent and not concluded
 * @returns true where something was recorded @throws LedgerUnavailable
 */
export async function signWindow(
  ports: PayoutPorts,
  loaded: LoadedBatch,
  waiting: readonly Line[],
  underWay: Micro,
): Promise<boolean> {
  const size = windowSize(await ports.ledger.room());
  const lines = waiting.slice(0, size);
  if (lines.length === 0) return false;
  const total = lines.reduce((sum, { amount }) => sum + amount, underWay);
  const found = await obstacle(ports, total, lines.length);
  if (found?.cause === 'balance' && underWay > 0n) return false;
  if (found) return pause(ports, loaded.run, found);
  const blocked = isFee(loaded.batch.state)
    ? new Set<string>()
    : await ports.blocked(lines.map(({ wallet }) => wallet));
  if (blocked.size > 0) {
    const facts = lines
      .filter(({ wallet }) => blocked.has(wallet))
      .map((line) => unpaidFacts(loaded, line, 'compliance'));
    return recordLines(ports, loaded, facts);
  }
  return whileTicketsLast(ports, () => signAndSend(ports, loaded, lines));
}

/** Where tickets have run out more are asked for; those of a ledger that has closed since are taken at once. */
async function whileTicketsLast({ accounts }: PayoutPorts, work: () => Promise<boolean>): Promise<boolean> {
  for (let tried = 0; ; tried++)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TicketsExhausted)) throw error;
      if (tried > 0) return false;
      await accounts.refill();
    }
}

type Window = Extract<PayoutLineEvent, { type: 'PayoutWindowSigned' }>;

/** @throws TicketsExhausted, LedgerUnavailable */
async function signAndSend(ports: PayoutPorts, loaded: LoadedBatch, lines: readonly Line[]): Promise<boolean> {
  const { run, batch } = loaded;
  const byPurpose = new Map(lines.map((line) => [purposeOf(batch.state, line), line]));
  const ledgerIndex = await ports.ledger.validatedIndex();
  const lastLedgerSequence = ledgerIndex + ownLifetime(ports.ledger.closeIntervalMs());
  const fee = await ports.ledger.fee();
  const from = await ports.accounts.address('payoutEscrow');
  const businessDate = await ports.businessDate();
  const blobs: Record<string, string> = {};
  const recorded = await ports.accounts.tickets('payoutEscrow').useMany([...byPurpose.keys()], {
    sign: async (tickets): Promise<Window> => {
      crashPoint('window-tickets-chosen');
      const attempts: Window['data']['attempts'] = [];
      for (const [purpose, ticket] of tickets) {
        const { wallet, amount, attempts: before, refusedBy } = byPurpose.get(purpose)!;
        const payment = linePayment({
          from,
          to: wallet,
          amount,
          run: run.state.runId,
          issuer: ports.settings.rlusdIssuer,
        });
        const { blob, hash } = await ports.accounts.sign(
          'payoutEscrow',
          ticketed(payment, { ticket, lastLedgerSequence, fee }),
        );
        blobs[hash] = blob;
        attempts.push({ wallet, attempt: before + 1, ticket, purpose, hash, after: refusedBy?.hash ?? null });
      }
      const blobItem = await ports.blobs.keep(batch.stream, JSON.stringify(blobs));
      crashPoint('window-signed');
      const { runId } = run.state;
      const at = { runId, batch: batch.state.batch, ledgerIndex, lastLedgerSequence, blobItem };
      return { type: 'PayoutWindowSigned', data: { ...at, attempts } };
    },
    commit: (window, assignment) => {
      // The run goes with it: one that was paused meanwhile signs nothing.
      const guards = [{ stream: run.stream, expected: expectedOf(run) }];
      const at = { decidedOn: batch, correlationId: null, businessDate, guards };
      return commitOnce(ports.store, at, [writeTo(batch, [window]), ...(assignment ? [assignment] : [])]);
    },
  });
  crashPoint('window-recorded');
  if (recorded) await send(ports, Object.values(blobs));
  crashPoint('window-sent');
  return recorded;
}

/** Sends what was journalled once more: the same blobs. */
export async function sendAgain(ports: PayoutPorts, attempts: readonly LineAttempt[]): Promise<void> {
  for (const item of new Set(attempts.map(({ blobItem }) => blobItem))) {
    const blobs = JSON.parse(await ports.blobs.open(item)) as Record<string, string>;
    const of = attempts.filter(({ blobItem }) => blobItem === item);
    await send(
      ports,
      of.map(({ hash }) => blobs[hash]!),
    );
  }
}

/** What became of them is none of this function's business. */
async function send({ ledger }: PayoutPorts, blobs: readonly string[]): Promise<void> {
  for (let at = 0; at < blobs.length; at += SENT_AT_ONCE) {
    const some = blobs.slice(at, at + SENT_AT_ONCE);
    await Promise.all(
      some.map(async (blob) => {
        await ledger.submit(blob).catch((error: unknown) => {
          if (!(error instanceof LedgerUnavailable)) throw error;
        });
        crashPoint('window-line-sent');
      }),
    );
  }
}

const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex').toUpperCase();

/** One line's payment; the memo names the run, and nobody. */
function linePayment(input: { from: string; to: string; amount: Micro; run: string; issuer: string }) {
  const memo = {
    MemoType: hex('tknest/payout/1'),
    MemoFormat: hex('application/json'),
    MemoData: hex(payoutMemo(input.run)),
  };
  return {
    TransactionType: 'Payment',
    Account: input.from,
    Destination: input.to,
    Amount: { currency: CURRENCY.rlusd, issuer: input.issuer, value: toDecimal(input.amount) },
    Memos: [{ Memo: memo }],
  };
}
