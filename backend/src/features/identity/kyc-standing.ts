import { Inject, Injectable } from '@nestjs/common';
import { DECISION_WORDS, type KycRecord, type KycStatus } from '@tknest/contracts/api';
import type { KycRole } from '@tknest/contracts/events';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { Refused } from '#platform/domain/refused.js';
import { ListedWallets } from '#features/screening/module.public.js';
import { pairKey, screeningFold, standingOf } from '#features/screening/rules.public.js';
import { lapsed } from './assess.js';
import { suspended } from './identity.decider.js';
import { checkOf, identityFold, type IdentityState, type ProviderCheck } from './identity.state.js';

/** A person's verification, and whether anything suspends both roles. */
export interface PersonState extends IdentityState {
  suspended: boolean;
  /** Undecided hits are the only reason for the suspension. */
  underReview: boolean;
}

/**
 * A person's verification, for other features. Read from the log itself, so a decision counts as soon as it is
 * recorded.
 */
@Injectable()
export class KycStanding {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly calendar: BusinessCalendar,
    private readonly listed: ListedWallets,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sandbox'>,
  ) {}

  async of(wallet: string, role: KycRole): Promise<KycRecord> {
    return this.recordOf(await this.stateOf(wallet), role);
  }

  /**
   * The status as the person sees it. Outside the sandbox an undecided hit looks like any other review: otherwise
   * people could find out which spelling of a name is not found.
   */
  async toldTo(wallet: string, role: KycRole): Promise<KycRecord> {
    const state = await this.stateOf(wallet);
    const record = await this.recordOf(state, role);
    const isProvisional = state.standing[role]?.code === 'screening-hit' && state.underReview && !this.config.sandbox;
    return isProvisional && record.kycStatus === 'rejected'
      ? { ...record, kycStatus: 'pending', rejectionReason: null }
      : record;
  }

  private async recordOf(state: IdentityState, role: KycRole): Promise<KycRecord> {
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
    const [state, now] = [await this.stateOf(wallet), await this.calendar.now()];
    const roles: KycRole[] = role === 'any' ? ['investor', 'landlord'] : [role];
    return !state.suspended && roles.some((each) => statusOf(state, each, now) === 'verified');
  }

  /**
   * Whether the wallet may start something new. Without a current list, actions in progress and debts still continue.
   * @param role the role that must be verified; null if no verification is needed
   * @throws Refused (403) if the wallet is suspended, or not verified; (503) without a current sanctions list
   */
  async mayBegin(wallet: string, role: KycRole | null): Promise<void> {
    await (role ? this.mustBeVerified(wallet, role) : this.mustNotBeSuspended(wallet));
    await this.listed.mustBeUsable();
  }

  /** @throws Refused (403) if the wallet is suspended, or not verified for the role */
  async mustBeVerified(wallet: string, role: KycRole): Promise<void> {
    const state = await this.stateOf(wallet);
    const isVerified = (await this.recordOf(state, role)).kycStatus === 'verified';
    // Must not reveal an undecided hit either; see `toldTo`.
    const isTold = isVerified || !state.underReview || this.config.sandbox;
    if (state.suspended && isTold) throw suspended();
    if (isVerified) return;
    throw new Refused('forbidden', `Identity verification required: please complete the ${role} verification first`, {
      kycRequired: role,
    });
  }

  /** @throws Refused (403) */
  async mustNotBeSuspended(wallet: string): Promise<void> {
    if ((await this.stateOf(wallet)).suspended) throw suspended();
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
