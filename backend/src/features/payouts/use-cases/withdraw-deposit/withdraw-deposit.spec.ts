import { expect, it } from '@jest/globals';
import { context } from '#test/event-store/adapter.js';
import { autopay, RestoredLoan } from '#test/support/restored-loan.js';
import { listingStream } from '#features/listings/rules.public.js';
import { COLLECTION_UNCLEAR } from '../../runs/lost-collections.js';
import { WithdrawDeposit, WithdrawDepositHandler } from './withdraw-deposit.command.js';

const RUN = 'due-1-2027-02-15';
const LISTED = {
  propertyId: 1,
  owner: 'rOwner',
  name: 'Sample Court',
  tokenCount: 3,
  tokenPrice: '100',
  monthlyPayoutPerToken: '1',
  tokenTermMonths: 12,
  monthlyRate: 6.5,
  fundingGoal: '300',
  monthlyRent: '100',
};

it('a deposit that may have paid a lost collection is not withdrawn before people say what that was', async () => {
  const whole = await RestoredLoan.opened();
  await whole.collecting(autopay());
  await whole.to('2027-02-16');
  await whole.pays(RUN);
  const log = await RestoredLoan.opened();
  const { store } = log.few;
  await log.few.append(listingStream(1), { type: 'ListingCreated', data: LISTED });
  await log.adopts(whole.few.payments, '4.9');
  let work: (asked: object) => Promise<unknown>;
  const handler = new WithdrawDepositHandler(
    store,
    { contextOf: async () => context() } as never,
    { today: async () => log.today } as never,
    { mayBegin: async () => undefined } as never,
    { advance: async () => undefined } as never,
    {
      carryOut: (_: string, carry: typeof work) => (work = carry),
      ask: (_: string, asked: object) => work(asked),
    } as never,
    { allOf: async () => [] } as never,
  );
  const withdraw = () =>
    handler.execute(new WithdrawDeposit({ wallet: 'rOwner' } as never, { propertyId: 1, amount: 10 }, undefined));
  const before = await log.deposit();
  await expect(withdraw()).rejects.toMatchObject({ reason: 'conflict', message: COLLECTION_UNCLEAR });
  expect(await log.deposit()).toBe(before);
  await log.answers(`lost-collection-${RUN}`, 'no-action');
  await expect(withdraw()).resolves.toMatchObject({ success: true });
  expect(await log.deposit()).toBe(before - 10_000_000n);
});
