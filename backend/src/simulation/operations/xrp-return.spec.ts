import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_FLAG } from '#platform/ledger/ledger-port.js';
import type { OwnerPorts } from '#platform/ledger/transactions/group.js';
import { load } from '#platform/event-store/folding.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, opening } from '#features/operations-cases/rules.public.js';
import { xrpReturnOwner } from '#features/xrp-returns/order.js';
import { returnFold, returnIdOf } from '#features/xrp-returns/xrp-return.decider.js';
import { XrpReturnProcess } from '#features/xrp-returns/xrp-return.process.js';
import { HOLDER, ISSUER_ADDRESS, OperationStory, WELL } from './operation-story.js';

const ARRIVAL = 'A'.repeat(64);
const ID = returnIdOf('issuer', ARRIVAL);
const DROPS = 12_000_000n;
const arrival = {
  hash: ARRIVAL,
  ledgerIndex: 7,
  result: 'tesSUCCESS',
  tx: { TransactionType: 'Payment', Account: HOLDER, Destination: ISSUER_ADDRESS, SourceTag: 99 },
  meta: {
    AffectedNodes: [
      {
        ModifiedNode: {
          LedgerEntryType: 'AccountRoot',
          FinalFields: { Account: ISSUER_ADDRESS, Balance: '13000000' },
          PreviousFields: { Balance: '1000000' },
        },
      },
    ],
  },
};

/** 12 XRP of a stranger reached the issuer. */
class Story extends OperationStory {
  isSuspended = false;

  static async told(seed: number, feeDrops = 10n): Promise<Story> {
    const story = new Story(seed, ID);
    story.ledger.feeDrops = feeDrops;
    await story.open();
    await story.order();
    return story;
  }

  /** Two people answer the case about it. */
  async order(): Promise<void> {
    const { store } = this;
    const details = { account: 'issuer', ledgerIndex: 7 };
    const writes = await opening(store, { kind: 'xrp-arrived', subject: ARRIVAL, summary: '', details });
    if (writes.length > 0) await store.appendMany(writes, this.context());
    const process = new XrpReturnProcess(
      store,
      {
        holds: async () => true,
        async *history() {
          yield arrival as never;
        },
      },
      { address: async () => ISSUER_ADDRESS },
      new Recorder(store, { contextOf: async () => this.context() }),
    );
    const data = { caseId: `xrp-arrived-${ARRIVAL}`, resolution: 'refunded' };
    await process.handle(
      { type: 'CaseAnswerConfirmed', data } as never,
      { commandId: () => this.random.uuid() } as never,
    );
  }

  protected ownerOn(ports: OwnerPorts) {
    return xrpReturnOwner({ ...ports, paidTo: async () => (this.isSuspended ? 'escrow' : 'wallet') });
  }

  async expectReturnedOnce(): Promise<void> {
    expect((await load(this.store, returnFold(ID))).state.phase).toBe('returned');
    expect(this.ledger.accounts.get(HOLDER)!.xrp).toBe(100_000_000n + DROPS);
    const returned = [];
    for await (const { type, data } of this.store.read(returnFold(ID).stream))
      if (type === 'XrpReturned') returned.push(data);
    expect(returned).toMatchObject([{ account: 'issuer', arrival: ARRIVAL, wallet: HOLDER, drops: '12000000' }]);
    expect(await this.ticketsAndJournal(returnFold(ID).stream, 'XrpReturnSubmitted')).toEqual(WELL);
  }

  async caseOf(attempt: number) {
    return (await load(this.store, caseFold(`xrp-arrived-${ARRIVAL}~${attempt}`))).state.status;
  }
}

describe('XRP of a stranger', () => {
  it('goes back once, to its sender, with the source tag as destination tag', async () => {
    const story = await Story.told(1);
    await story.run();
    await story.expectReturnedOnce();
    const { transaction } = [...story.ledger.applied.values()].at(-1)!;
    const tagged = { Destination: HOLDER, DestinationTag: 99, Amount: '12000000' };
    expect(transaction).toMatchObject({ TransactionType: 'Payment', Account: ISSUER_ADDRESS, ...tagged });
    await story.order();
    await story.run();
    await story.expectReturnedOnce();
  });

  it('of a suspended wallet waits until it is released, whenever it was suspended', async () => {
    const story = await Story.told(1);
    story.isSuspended = true;
    await story.run(10);
    expect(story.ledger.applied.size).toBe(0);
    story.isSuspended = false;
    await story.run();
    await story.expectReturnedOnce();
  });

  it('a crash at any line neither sends it twice nor forgets it', async () => {
    expect(await Story.killedEverywhere(Story.told, (story) => story.expectReturnedOnce())).toBeGreaterThanOrEqual(15);
  });

  it('two processes at once send it once', async () => {
    const story = await Story.told(7);
    for (let round = 0; round < 60; round++) {
      await Promise.allSettled([story.engine(), story.engine()].map((one) => one.advance()));
      story.ledger.close();
    }
    await story.expectReturnedOnce();
  });

  it('a log restored without it takes over what the ledger has, whatever the network fee is by then', async () => {
    const before = await Story.told(1);
    await before.run();
    const restored = await (await Story.told(1, 20n)).restoredBeside(before);
    await restored.run();
    await restored.expectReturnedOnce();
    expect(restored.ledger.applied.size).toBe(1);
  });

  it('is asked about again where its sender takes none, and goes back once it is ordered again', async () => {
    const story = await Story.told(1);
    story.ledger.accounts.get(HOLDER)!.flags = ACCOUNT_FLAG.depositAuth;
    await story.run(10);
    expect([story.ledger.applied.size, await story.caseOf(2), await story.caseOf(3)]).toEqual([1, 'open', 'none']);
    story.ledger.accounts.get(HOLDER)!.flags = 0;
    await story.run(10);
    expect((await load(story.store, returnFold(ID))).state.phase).toBe('refused');
    await story.order();
    await story.run(10);
    await story.expectReturnedOnce();
  });
});
