import { Inject, Injectable } from '@nestjs/common';
import type { KycRecord } from '@tknest/contracts/api';
import type { KycRole } from '@tknest/contracts/events';
import { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import { load } from '../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '../../platform/event-store/event-store.js';
import { Refused } from '../../platform/domain/refused.js';
import { screeningFold, standingOf } from '../screening/screening.public.js';
import { identityFold, lapsed, suspended, type IdentityState } from './identity.decider.js';

/**
 * What other features may ask of a person's verification. Read from the log itself: a decision counts from the moment
 * it is a fact.
 */
@Injectable()
export class KycStanding {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly calendar: BusinessCalendar,
  ) {}

  async of(wallet: string, role: KycRole): Promise<KycRecord> {
    return this.recordOf(await this.stateOf(wallet), role);
  }

  private async recordOf(state: IdentityState, role: KycRole): Promise<KycRecord> {
    const standing = state.standing[role];
    if (!standing)
      return { kycStatus: 'not_started', kycProvider: null, rejectionReason: null, expiresAt: null, userRole: null };
    const status = lapsed(standing, await this.calendar.now()) ? 'pending' : standing.status;
    return {
      kycStatus: status,
      kycProvider: standing.provider,
      rejectionReason: status === 'rejected' ? standing.reason : null,
      expiresAt: standing.expiresAt,
      userRole: role,
    };
  }

  /** Verified for the role, and not suspended. */
  async isVerified(wallet: string, role: KycRole): Promise<boolean> {
    const state = await this.stateOf(wallet);
    return !state.suspended && (await this.recordOf(state, role)).kycStatus === 'verified';
  }

  /** @throws Refused (403) where the wallet is suspended, or not verified for the role */
  async mustBeVerified(wallet: string, role: KycRole): Promise<void> {
    const state = await this.stateOf(wallet);
    if (state.suspended) throw suspended();
    if ((await this.recordOf(state, role)).kycStatus === 'verified') return;
    throw new Refused('forbidden', `Identity verification required: please complete the ${role} verification first`, {
      kycRequired: role,
    });
  }

  /** @throws Refused (403) */
  async mustNotBeSuspended(wallet: string): Promise<void> {
    if ((await this.stateOf(wallet)).suspended) throw suspended();
  }

  /** Rule 1: who has an unresolved hit is suspended in both roles, whatever else was decided. */
  async stateOf(wallet: string): Promise<IdentityState> {
    const [{ state }, screening] = await Promise.all([
      load(this.store, identityFold(wallet)),
      load(this.store, screeningFold(wallet)),
    ]);
    return { ...state, suspended: state.suspended || standingOf(screening.state).suspended };
  }
}
