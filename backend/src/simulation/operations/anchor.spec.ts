import { describe, expect, it } from '@jest/globals';
import { anchorOwner } from '#features/anchoring/order.js';
import { caseFold, caseIdOf } from '#features/operations-cases/rules.public.js';
import { anchorFold, anchorIdOf, anchorStream, orderAnchor } from '#features/anchoring/anchor.decider.js';
import { readAnchor } from '#features/anchoring/anchor-memo.js';
import type { OwnerPorts } from '#platform/ledger/transactions/group.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { load } from '#platform/event-store/folding.js';
import { ISSUER_ADDRESS, OperationStory, WELL } from './operation-story.js';

const HEAD = { position: 1234, headHash: '9f'.repeat(32), root: '5e'.repeat(32), key: 'a1'.repeat(32) };
const ID = anchorIdOf(HEAD);

class Story extends OperationStory {
  static async told(seed: number): Promise<Story> {
    const story = new Story(seed, ID);
    await story.open();
    await handleCommand(story.store, anchorFold(ID), (state) => orderAnchor(HEAD, state), story.context());
    return story;
  }

  protected ownerOn(ports: OwnerPorts) {
    return anchorOwner(ports);
  }

  async state() {
    return (await load(this.store, anchorFold(ID))).state;
  }

  async submitted() {
    const attempts: { hash: string; ticket: number }[] = [];
    for await (const { type, data } of this.store.read(anchorStream(ID)))
      if (type === 'AnchorSubmitted') attempts.push({ hash: data.hash, ticket: data.ticket });
    return attempts;
  }

  async expectAnchoredOnce(): Promise<void> {
    expect((await this.state()).phase).toBe('anchored');
    const written = [...this.ledger.applied.values()].map(({ transaction }) => readAnchor(transaction, ISSUER_ADDRESS));
    expect(written).toEqual([HEAD]);
    expect(await this.ticketsAndJournal(anchorStream(ID), 'AnchorSubmitted')).toEqual(WELL);
  }
}

describe('The head of the log', () => {
  it('comes onto the ledger once; the same order again changes nothing', async () => {
    const story = await Story.told(1);
    expect(orderAnchor(HEAD, await story.state())).toEqual([]);
    await story.run();
    await story.expectAnchoredOnce();
  });

  it('a crash at any line neither doubles nor loses it', async () => {
    expect(await Story.killedEverywhere(Story.told, (story) => story.expectAnchoredOnce())).toBeGreaterThan(15);
  });

  it('what no ledger took in time is signed again on its own ticket', async () => {
    const story = await Story.told(5);
    for (let round = 0; round < 50; round++) {
      await story
        .engine()
        .advance()
        .catch(() => undefined);
      story.ledger.loseOpenLedger();
      story.ledger.close();
    }
    expect(story.ledger.applied.size).toBe(0);
    await story.run();
    await story.expectAnchoredOnce();
  });

  it('is held, and not signed again, where somebody else used its ticket, which is not in use any more', async () => {
    const story = await Story.told(9);
    story.ledger.tickets.get(ISSUER_ADDRESS)!.delete(101);
    await story.run(120);
    const [held, ...more] = await story.submitted();
    expect([held!.ticket, more]).toEqual([101, []]);
    const opened = await load(story.store, caseFold(caseIdOf({ kind: 'sequence-conflict', subject: held!.hash })));
    expect(opened.state.status).toBe('open');
    // The ticket is used up, and the next anchor covers everything.
    expect((await story.ticketsAndJournal(anchorStream(ID), 'AnchorSubmitted')).assigned).toEqual([]);
    expect((await story.state()).phase).toBe('failed');
  });

  it('is given up where the ledger refuses it three times: the next one says all of it', async () => {
    const story = await Story.told(7);
    const ledger = story.ledger as unknown as { effect(transaction: object): string };
    ledger.effect = () => 'tecINTERNAL';
    await story.run();
    expect(await story.state()).toMatchObject({ phase: 'failed', steps: { write: { refusals: 3 } } });
  });
});
