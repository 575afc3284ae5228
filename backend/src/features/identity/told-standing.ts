import { Inject, Injectable } from '@nestjs/common';
import type { KycRecord } from '@tknest/contracts/api';
import type { KycRole } from '@tknest/contracts/events';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { ListedWallets, WalletScreening } from '#features/screening/module.public.js';
import { suspended } from './identity.decider.js';
import { KycStanding, type PersonState } from './kyc-standing.js';
import type { PaidTo, Paying } from './rules.public.js';

/** Why a wallet can neither pay nor be paid, in what anybody may know about it. */
export type ToldHold = 'suspended' | 'under-review' | null;

/** What a wallet under review is told when it begins a payment. */
export const UNDER_REVIEW =
  'Your application is being reviewed. No money moved. You can pay and be paid once it is decided.';

/**
 * A person's standing as told: an undecided hit looks like any application that an officer reviews, for the person,
 * for those whom they pay and for strangers. In the sandbox, whose first answer to an application names a hit, it is a
 * suspension.
 */
@Injectable()
export class ToldStanding {
  constructor(
    private readonly truth: KycStanding,
    private readonly listed: ListedWallets,
    @Inject(WalletScreening) private readonly screening: Pick<WalletScreening, 'recordAttempt'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sandbox'>,
  ) {}

  async of(wallet: string, role: KycRole): Promise<KycRecord> {
    const state = await this.truth.stateOf(wallet);
    const record = await this.truth.recordOf(state, role);
    if (this.config.sandbox || !state.underReview) return record;
    const { kycStatus } = record;
    const isOfHit = kycStatus === 'rejected' && state.standing[role]?.code === 'screening-hit';
    return isOfHit || kycStatus === 'verified'
      ? { ...record, kycStatus: 'pending', rejectionReason: null, expiresAt: null }
      : record;
  }

  /** Verified for the role (`any`: for at least one), and not suspended. */
  isVerified(wallet: string, role: KycRole | 'any'): Promise<boolean> {
    return this.truth.isVerified(wallet, role);
  }

  /** Whoever is verified for no role while an officer reviews an application waits like a person with a hit. */
  async holdOf(wallet: string): Promise<ToldHold> {
    return this.holdIn(await this.truth.stateOf(wallet));
  }

  /**
   * Who is paid: asked at the start of every payment, right before it is sent, and for each line of a payout run. A
   * person who signs must not tell an undecided hit from an application under review; nobody sees who a line waits for.
   */
  async paidTo(wallet: string, paying: Paying): Promise<PaidTo> {
    const state = await this.truth.stateOf(wallet);
    const isHeld = paying === 'line' ? state.suspended : (await this.holdIn(state)) !== null;
    if (!isHeld) return 'wallet';
    return paying === 'new' ? 'nobody' : 'escrow';
  }

  /** Records the attempt if a sanctions list names the payee: called wherever a payee is refused. */
  refused(payee: string, attempt: Parameters<WalletScreening['recordAttempt']>[1]): Promise<void> {
    return this.screening.recordAttempt(payee, attempt);
  }

  /** Whom the office issues or pays out to by hand. @throws Refused (409) if the wallet is verified for no role */
  async mustBeVerifiedPayee(payee: string, attempt: Parameters<WalletScreening['recordAttempt']>[1]): Promise<void> {
    if (await this.isVerified(payee, 'any')) return;
    await this.refused(payee, attempt);
    throw new Refused('conflict', 'The recipient is not verified', { code: 'not-verified' });
  }

  private async holdIn(state: PersonState): Promise<ToldHold> {
    const { suspended: isSuspended, underReview, standing } = state;
    if (isSuspended && (!underReview || this.config.sandbox)) return 'suspended';
    if (this.config.sandbox) return null;
    const isUndecided = Object.values(standing).some(({ status }) => status === 'pending');
    return underReview || (isUndecided && !(await this.truth.isVerifiedIn(state, 'any'))) ? 'under-review' : null;
  }

  /**
   * Whether the wallet may start something new. Without a current list, actions in progress and debts still continue.
   * @param role the role that must be verified; null if no verification is needed
   * @throws Refused (403) if the wallet is on hold, or not verified; (503) without a current sanctions list
   */
  async mayBegin(wallet: string, role: KycRole | null): Promise<void> {
    await (role ? this.mustBeVerified(wallet, role) : this.mustNotBeHeld(wallet));
    await this.listed.mustBeUsable();
  }

  /** @throws Refused (403) if the wallet is suspended, or not verified for the role */
  async mustBeVerified(wallet: string, role: KycRole): Promise<void> {
    const state = await this.truth.stateOf(wallet);
    if ((await this.holdIn(state)) === 'suspended') throw suspended();
    if (await this.truth.isVerifiedIn(state, role)) return;
    throw new Refused('forbidden', `Identity verification required: please complete the ${role} verification first`, {
      kycRequired: role,
    });
  }

  /** @throws Refused (403) */
  async mustNotBeHeld(wallet: string): Promise<void> {
    const hold = await this.holdOf(wallet);
    if (hold !== null) throw hold === 'suspended' ? suspended() : new Refused('forbidden', UNDER_REVIEW);
  }
}
