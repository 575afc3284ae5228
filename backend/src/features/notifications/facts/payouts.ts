import type { PayoutEvent, PayoutSource, BusinessDate } from '@tknest/contracts/events';
import type { Teller } from '../read-models/notifications/notice-book.js';

const EVENTS = [
  'PayoutRunCreated',
  'PayoutSettled',
  'UnclaimedPaid',
  'PayoutLineUnclaimed',
  'UnclaimedAged',
  'PayoutLineReturned',
] as const;
type Followed = Extract<PayoutEvent, { type: (typeof EVENTS)[number] }>;

interface Run {
  source: PayoutSource;
  propertyId: number | null;
  period: BusinessDate;
}
/** What a line of a run means to its payee. */
const KINDS: Record<PayoutSource, 'rent-received' | 'payout-received' | 'deposit-withdrawn'> = {
  payback: 'rent-received',
  direct: 'rent-received',
  autopay: 'rent-received',
  automation: 'rent-received',
  bulk: 'payout-received',
  'by-hand': 'payout-received',
  return: 'payout-received',
  refund: 'payout-received',
  withdrawal: 'deposit-withdrawn',
  revenue: 'payout-received',
  'fee-return': 'payout-received',
};

/** Notices that rent shares and other lines of payout runs arrived, or could not be paid. */
export const payoutFacts: Teller<Followed> = {
  events: EVENTS,
  async tell({ type, data }, book) {
    if (type === 'PayoutRunCreated') {
      const { source, propertyId, period } = data;
      return book.page.keep(`run/${data.runId}`, { source, propertyId, period } satisfies Run);
    }
    // It is no longer owed to its wallet, so there is nothing to do.
    if (type === 'PayoutLineReturned') return book.page.remove(`line/${data.runId}~${data.wallet}`);
    if (type === 'PayoutLineUnclaimed' && data.batch === 'fee') return;
    const runId = type === 'PayoutSettled' ? data.payoutId : data.runId;
    const { wallet: owner, amount } = data;
    const run = await book.page.kept<Run>(`run/${runId}`);
    if (!run) return;
    const { propertyId, source, period: about } = run;
    const line = `${runId}~${owner}`;
    const told = { owner, amount, about, propertyId, propertyName: await book.nameOf(propertyId), ref: line };
    if (type === 'PayoutLineUnclaimed')
      return book.tell({ ...told, kind: 'rent-unclaimed', detail: data.reason, waitsFor: `line/${line}` });
    if (type === 'UnclaimedAged')
      return book.tell({
        ...told,
        about: data.since,
        kind: 'rent-waiting',
        detail: data.reason,
        waitsFor: `line/${line}`,
      });
    book.page.close(`line/${line}`);
    book.tell({ ...told, kind: KINDS[source] });
  },
};
