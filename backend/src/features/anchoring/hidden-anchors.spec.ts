import { describe, expect, it } from '@jest/globals';
import type { AnchorEvent } from '@tknest/contracts/events';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import { context } from '#test/event-store/adapter.js';
import { verifyChain } from '#platform/event-store/verify-chain.js';
import { LedgerUnavailable, type LedgerPort, type LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { verdictOn } from '#features/audit/module.public.js';
import type { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { judgeAccountTransaction } from '#features/reconciliation/judge/account-transaction.js';
import { AnchorBook } from './anchor-book.js';
import { anchorIdOf, anchorStream, type LogHead } from './anchor.decider.js';
import { anchorTransaction } from './anchor-memo.js';
import { AnchorsOnLedger } from './anchors-on-ledger.js';

const ISSUER = 'rIssuer';
const head = (position: number): LogHead => ({
  position,
  headHash: String(position % 10).repeat(64),
  root: 'a'.repeat(64),
  key: 'b'.repeat(64),
});
const [ONE, TWO, THREE] = [head(11), head(22), head(33)];
const NEWEST = 100;

interface Named {
  of: LogHead;
  /** The log as an insider rewrote it. */
  ledgerIndex?: number;
  failed?: boolean;
}

/** A log that names these anchors, and a node that answers as rippled does (API 2): only for ledgers that it has. */
async function world(named: Named[], written: LogHead[], oldest = 1) {
  const store = new MemoryEventStore();
  for (const { of, ledgerIndex = of.position, failed = false } of named) {
    const anchorId = anchorIdOf(of);
    const events: AnchorEvent[] = [{ type: 'AnchorOrdered', data: { anchorId, ...of } }];
    for (let attempt = 1; attempt <= (failed ? 3 : 1); attempt++) {
      const hash = attempt === 1 ? `T${of.position}` : `X${of.position}/${attempt}`;
      const data = { anchorId, attempt, hash, purpose: `anchor/${anchorId}/${attempt}`, ticket: attempt };
      events.push(
        {
          type: 'AnchorSubmitted',
          data: { ...data, transaction: {}, ledgerIndex: 1, lastLedgerSequence: 9, blobItem: 'b' },
        },
        { type: 'AnchorConcluded', data: { ...data, result: failed ? 'tecINTERNAL' : 'tesSUCCESS', ledgerIndex } },
      );
    }
    await store.append(anchorStream(anchorId), 'none', events as never, context());
  }
  const transactions = written.map(
    (of) =>
      ({
        hash: `T${of.position}`,
        ledgerIndex: of.position,
        result: 'tesSUCCESS',
        tx: anchorTransaction(ISSUER, of),
      }) as unknown,
  ) as LedgerTransaction[];
  const ledger = {
    validatedIndex: async () => NEWEST,
    holds: async (from: number, to: number) => from >= oldest && to <= NEWEST,
    async *history(_: string, from: number, to: number) {
      // rippled, AccountTx.cpp, getLedgerRange: api_version 2 refuses a range that it does not have completely.
      if (from < oldest || to > NEWEST) throw new LedgerUnavailable('Ledger index malformed.');
      yield* transactions.filter(({ ledgerIndex }) => ledgerIndex >= from && ledgerIndex <= to);
    },
  } as unknown as LedgerPort;
  const accounts = { address: async () => ISSUER } as unknown as PlatformAccounts;
  return new AnchorsOnLedger(ledger, accounts, new AnchorBook(store));
}
const positions = (found: readonly { position: string }[]) => found.map(({ position }) => Number(position));

describe('whoever holds the database', () => {
  it('cannot hide the anchors of a log that was cut off before the first of them was concluded', async () => {
    expect(positions((await (await world([], [ONE, TWO])).read()).found)).toEqual([11, 22]);
  });

  it('cannot hide an anchor by cutting the log off and pressing “Anchor now”', async () => {
    expect(positions((await (await world([{ of: ONE }, { of: THREE }], [ONE, TWO, THREE])).read()).found)).toContain(
      22,
    );
  });

  it('cannot hide one by writing that the ledger refused it; and the reconciliation takes it for known', async () => {
    const named = [{ of: ONE }, { of: TWO, failed: true }, { of: THREE }];
    const known = judgeAccountTransaction(
      { name: 'issuer', address: ISSUER, funders: new Set() },
      {
        hash: 'T22',
        ledgerIndex: 22,
        result: 'tesSUCCESS',
        tx: anchorTransaction(ISSUER, TWO),
        meta: { AffectedNodes: [] },
        delivered: null,
      } as never,
      { leg: null },
    );
    const { found } = await (await world(named, [ONE, TWO, THREE])).read();
    expect([known.is === 'finding', positions(found).includes(22)]).toContain(true);
  });

  it('cannot hide what was anchored at a position by anchoring another log at the same one', async () => {
    const store = new MemoryEventStore();
    await store.append('a-1', 'none', [{ type: 'X', data: {} }] as never, context());
    const [event] = await store.stored(toPosition(0), 1);
    const position = toPosition(1);
    // Both anchors are on the ledger, the true one first; the log was rewritten and anchored again.
    const whole = await verifyChain(store, [
      { position, hash: '7'.repeat(64) },
      { position, hash: event!.hash.toString('hex') },
    ]);
    expect(whole.broken).not.toBeNull();
  });

  it('cannot silence the comparison by one ledger index that no node holds', async () => {
    const anchors = await world([{ of: ONE, ledgerIndex: 999_999_999 }], [ONE, TWO]);
    expect(positions((await anchors.read()).found)).toContain(22);
  });
});

describe('a node that keeps only the newer ledgers', () => {
  it('still tells of the newer anchors', async () => {
    const { found, unproved } = await (await world([{ of: ONE }, { of: TWO }], [ONE, TWO], 15)).read();
    expect([positions(found), unproved]).toEqual([[22], 1]);
  });
  it('shows them to who is about to anchor a restored log, which names only one that the node has forgotten', async () => {
    expect(positions(await (await world([{ of: ONE }], [ONE, TWO], 15)).newest())).toEqual([22]);
  });
  it('shows them where the log names a ledger that is not there yet', async () => {
    const anchors = await world([{ of: ONE, ledgerIndex: 999_999_999 }], [ONE, TWO]);
    expect(positions(await anchors.newest())).toEqual([11, 22]);
  });
});

describe('what an auditor is told', () => {
  it('is not that the log fits where nothing was compared', () => {
    expect(verdictOn({ found: [], unproved: 12, missing: 0 }, null).state).not.toBe('fit');
  });
  it('is not that all anchors fit where the chain broke before the first of them', () => {
    const found = [{ position: toPosition(11), hash: 'a', root: 'b', txHash: 'T', ledgerIndex: 11 }];
    expect(verdictOn({ found, unproved: 0, missing: 0 }, { position: toPosition(5), reason: '' }).state).not.toBe(
      'fit',
    );
  });
});
