import { Inject, Injectable } from '@nestjs/common';
import { DECISION_WORDS, type KycRecord, type KycStatus } from '@tknest/contracts/api';
import type { KycRole } from '@tknest/contracts/events';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { ListedWallets } from '#features/screening/module.public.js';
import { pairKey, screeningFold, standingOf } from '#features/screening/rules.public.js';
import { lapsed } from './assess.js';
import { checkOf, identityFold, type IdentityState, type ProviderCheck } from './identity.state.js';

/** A person's verification, and whether anything suspends both roles. */
export interface PersonState extends IdentityState {
  suspended: boolean;
  /** Undecided hits are the only reason for the suspension. */
  underReview: boolean;
}

/**
 * A person's true verification, for the compliance desk and the workers of money. Read from the log itself, so a
 * decision counts as soon as it is recorded. Everything that leaves the program is computed from `ToldStanding`.
 */
@Injectable()
export class KycStanding {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly calendar: BusinessCalendar,
    private readonly listed: ListedWallets,
  ) {}

  async of(wallet: string, role: KycRole): Promise<KycRecord> {
    return this.recordOf(await this.stateOf(wallet), role);
  }

  /** The same of a state that was read already. */
  async recordOf(state: IdentityState, role: KycRole): Promise<KycRecord> {
    const [standing, check] = [state.standing[role], checkOf(state, role)];
    const kycStatus = statusOf(state, role, await this.calendar.now());
    const begun = standing !== undefined || check !== undefined;
    return {
      kycStatus,
      kycProvider: check?.provider ?? standing?.provider ?? null,
      rejectionReason: kycStatus === 'rejected' && standing?.code ? DECISION_WORDS[standing.code] : null,
      expiresAt: standing?.expiresAt ?? null,
      userRole: begun ? role : null,
      kycSessionId: check && isUnderWay(check) ? check.externalId : null,
    };
  }

  /** Verified for the role (`any`: for at least one), and not suspended. */
  async isVerified(wallet: string, role: KycRole | 'any'): Promise<boolean> {
    return this.isVerifiedIn(await this.stateOf(wallet), role);
  }

  /** The same of a state that was read already. */
  async isVerifiedIn(state: PersonState, role: KycRole | 'any'): Promise<boolean> {
    const now = await this.calendar.now();
    const roles: KycRole[] = role === 'any' ? ['investor', 'landlord'] : [role];
    return !state.suspended && roles.some((each) => statusOf(state, each, now) === 'verified');
  }

  /**
   * Rule 1: a person with an unresolved hit is suspended in both roles, whatever else was decided. A listed address
   * counts as soon as the list is loaded, before it is recorded.
   */
  async stateOf(wallet: string): Promise<PersonState> {
    const [{ state }, screening] = await Promise.all([
      load(this.store, identityFold(wallet)),
      load(this.store, screeningFold(wallet)),
    ]);
    const isListed = this.listed.hitsOf(wallet).some((hit) => !screening.state.cleared.has(pairKey(hit)));
    const { suspended: hasHits } = standingOf(screening.state);
    const isDecided = state.suspensions.size > 0 || screening.state.confirmed.size > 0;
    const suspended = isDecided || hasHits || isListed;
    return { ...state, suspended, underReview: suspended && !isDecided };
  }
}

/** The verification with the provider is in progress. */
const isUnderWay = ({ status }: ProviderCheck) => ['pending', 'in_progress', 'needs_review'].includes(status);

/** The decision; before that, the progress with the provider. */
function statusOf(state: IdentityState, role: KycRole, now: Date): KycStatus {
  const [standing, check] = [state.standing[role], checkOf(state, role)];
  const atProvider = check && (check.status === 'in_progress' || check.status === 'needs_review');
  if (standing?.status === 'verified' && !lapsed(standing, now)) return 'verified';
  if (
    standing?.status === 'rejected' &&
    standing.applicationId === (state.forms[role]?.applicationId ?? check?.externalId)
  )
    return 'rejected';
  if (atProvider) return 'in_progress';
  return standing || check ? 'pending' : 'not_started';
}
