import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { holdersOfRecord } from '#features/listings/rules.public.js';

/**
 * The payee of repayments: the payout escrow, or the only holder of the property's tokens. Whether that holder may be
 * paid is asked for every payment (`moneyObjection`).
 */
@Injectable()
export class Payees {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly accounts: PlatformAccounts,
  ) {}

  /** @throws Refused (400) naming both wallets, if the given one is neither */
  async destinationOf(propertyId: number, investorWallet: string): Promise<'escrow' | 'holder'> {
    const escrow = await this.accounts.address('payoutEscrow');
    if (investorWallet === escrow) return 'escrow';
    const holders = [...(await holdersOfRecord(this.store, propertyId, await this.store.head())).keys()];
    if (holders.length === 1 && holders[0] === investorWallet) return 'holder';
    const only =
      holders.length === 1
        ? `or the only holder's wallet ${holders[0]}`
        : `(the only holder's wallet is possible where there is one: this property has ${holders.length})`;
    throw new Refused('invalid', `investorWallet must be the payout escrow ${escrow} ${only}, not ${investorWallet}`, {
      errors: { investorWallet: [`Expected ${escrow}`] },
    });
  }
}

/** @throws Refused (403) if a wallet other than the session's is named */
export function mustBeOwn(session: Session, wallet: string | undefined, name: string): void {
  if (wallet !== undefined && wallet !== session.wallet)
    throw new Refused('forbidden', 'The wallet must be the one that you are signed in with', {
      errors: { [name]: ['Sign in with this wallet first'] },
    });
}

/** @throws Refused (400) naming both values if the posted one differs from the expected one */
export function mustBeThat(name: string, posted: string, expected: string, what: string): void {
  if (posted !== expected)
    throw new Refused('invalid', `${name} must be ${what} ${expected}, not ${posted}`, {
      errors: { [name]: [`Expected ${expected}`] },
    });
}
