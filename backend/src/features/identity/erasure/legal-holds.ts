import { Inject, Injectable } from '@nestjs/common';
import { UNSEEN_PROOF } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { Refused } from '../../../platform/domain/refused.js';
import { load } from '../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '../../../platform/event-store/event-store.js';
import { ReadModels } from '../../../platform/projections/read-models.js';
import { screeningFold, standingOf } from '../../screening/module.public.js';
import { identityFold } from '../identity.state.js';
import { unseenProofs } from './erasure.decider.js';

/** What keeps a person's data, by the read model that knows it, in the words of the hold. */
const HOLDS: readonly { hold: string; where: string }[] = [
  { hold: 'tokens are held', where: `participations where wallet = $1 and redeemed_at is null` },
  {
    hold: 'issued tokens are not assigned yet',
    where: `token_issuances where recipient = $1 and status <> 'failed' and property_id is null`,
  },
  { hold: 'a loan is not paid off', where: `loans where owner = $1 and status <> 'paid_off'` },
  { hold: 'a listing is open', where: `properties where owner = $1 and status in ('open', 'closing')` },
  {
    hold: 'a payment is in progress',
    where: `transactions where (user_wallet = $1 or counterparty = $1) and status in ('pending', 'processing')`,
  },
  {
    hold: 'a payout is not paid yet',
    where: `payout_lines where wallet = $1 and status not in ('settled', 'returned')`,
  },
  { hold: 'a case is open', where: `cases where (wallet = $1 or details->>'payee' = $1) and status = 'open'` },
];

/** Why the personal data of somebody must be kept for now (rule 12). */
@Injectable()
export class LegalHolds {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly readModels: ReadModels,
  ) {}

  /** As of the end of the log. @throws Refused (503) where the read models do not get there in time */
  async certainly(wallet: string): Promise<string[]> {
    if (!(await this.readModels.waitFor(await this.store.head())))
      throw new Refused('unavailable', 'We can’t check right now what keeps the data. Please try again.');
    return this.of(wallet);
  }

  async of(wallet: string): Promise<string[]> {
    const [owed, desk] = await Promise.all([
      Promise.all(HOLDS.map(({ where }) => this.db.query(`select 1 from ${where} limit 1`, [wallet]))),
      this.atTheDesk(wallet),
    ]);
    return [...HOLDS.filter((_, index) => owed[index].length > 0).map(({ hold }) => hold), ...desk];
  }

  /** From the log itself: what a person of the office has yet to decide, and what blocks the wallet. */
  private async atTheDesk(wallet: string): Promise<string[]> {
    const [{ state: screening }, { state: identity }] = await Promise.all([
      load(this.store, screeningFold(wallet)),
      load(this.store, identityFold(wallet)),
    ]);
    const isOpen = [...screening.cases.values()].some(({ state }) => state !== 'decided');
    const isBlocked = standingOf(screening).suspended || identity.suspensions.size > 0;
    return [
      ...(isOpen ? ['a compliance case is open'] : []),
      ...(isBlocked ? ['the wallet is blocked'] : []),
      // Kept unseen, it could never be opened: once its person is gone nobody looks at it again.
      ...(unseenProofs(identity).length > 0 ? [UNSEEN_PROOF] : []),
    ];
  }

  /** The business day of the person's last transaction; null where there was none. */
  async lastTransaction(wallet: string): Promise<string | null> {
    const [row] = await this.db.query(
      'select max(at) as at from transactions where user_wallet = $1 or counterparty = $1',
      [wallet],
    );
    return row?.at ? String(row.at).slice(0, 10) : null;
  }
}
