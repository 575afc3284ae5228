import { Inject, Injectable } from '@nestjs/common';
import type { IdentityEvent, KycRole, ScreeningEvent } from '@tknest/contracts/events';
import { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { handleCommandAcross, type CommandContext } from '../../platform/event-store/decider.js';
import { EVENT_STORE, type AppendResult, type EventStore } from '../../platform/event-store/event-store.js';
import { VaultService } from '../../platform/vault/vault.service.js';
import {
  openComplianceCase,
  PersonScreening,
  recordScreening,
  screeningFold,
  standingOf,
  type PersonScreened,
  type PersonScreeningState,
} from '../screening/screening.public.js';
import { assess, isNews } from './assess.js';
import { Dossier, SSN } from './dossier.js';
import { suspendWallet } from './identity.decider.js';
import { evolveIdentity, identityFold, type IdentityState } from './identity.state.js';

/** What a command brings; the screening goes into the same commit, and both are what is decided on. */
export interface Facts {
  identity: IdentityEvent[];
  screened?: PersonScreened;
}

/**
 * The one place where verifications are decided: facts are appended together with what they mean for both roles, and
 * with the cases that they open, in one commit.
 */
@Injectable()
export class Decisions {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
    private readonly calendar: BusinessCalendar,
    private readonly vault: VaultService,
    private readonly screening: PersonScreening,
    private readonly dossier: Dossier,
  ) {}

  /**
   * @param bring the facts, from the state that they meet; null brings nothing and leaves everything as it is
   * @param told what is decided, before it is appended
   * @throws what `bring` throws
   */
  async append(
    wallet: string,
    context: CommandContext,
    bring: (state: IdentityState, now: Date) => Promise<Facts | null> | Facts | null,
    told: (decided: IdentityEvent[]) => void = () => undefined,
  ): Promise<AppendResult & { events: IdentityEvent[] }> {
    const now = await this.calendar.now();
    const handled = await handleCommandAcross(
      this.store,
      { identity: identityFold(wallet), screening: screeningFold(wallet) },
      async (states) => {
        const facts = await bring(states.identity, now);
        if (!facts) return {};
        const decided = await this.decide(wallet, facts, states, now);
        told(decided.identity);
        return decided;
      },
      context,
    );
    return { ...handled, events: handled.events as IdentityEvent[] };
  }

  private async decide(
    wallet: string,
    facts: Facts,
    before: { identity: IdentityState; screening: PersonScreeningState },
    now: Date,
  ): Promise<{ identity: IdentityEvent[]; screening: ScreeningEvent[] }> {
    const identity = [...facts.identity];
    let state = identity.reduce(evolveIdentity, before.identity);
    if (state.erasure === 'erased') return { identity, screening: [] };
    const screenings = facts.screened
      ? recordScreening(facts.screened, before.screening, await this.screening.newCase())
      : [];
    let screening = screenings.reduce(screeningFold(wallet).evolve as Evolve, before.screening);
    const evidence = {
      policy: this.config.kycPolicy,
      detailsAgree: await this.dossier.agrees(state),
      duplicate: (await this.vault.othersLike(wallet, SSN)).length > 0,
      now,
    };
    for (const role of ['investor', 'landlord'] as const) {
      const assessed = assess(state, role, { ...evidence, ...screenedAs(role, state, screening) });
      if (!assessed) continue;
      const { standing, cases } = assessed;
      const said: IdentityEvent[] = isNews(standing, state.standing[role])
        ? [{ type: 'KycDecided', data: { wallet, role, ...standing, flags: [...standing.flags] } }]
        : [];
      if (assessed.suspends) said.push(...suspendWallet({ wallet, suspended: true, code: 'provider-withdrew' }, state));
      identity.push(...said);
      state = said.reduce(evolveIdentity, state);
      for (const asked of said.length > 0 ? cases : []) {
        const of = { wallet, role, applicationId: standing.applicationId, ...asked };
        const opened = openComplianceCase(of, screening, await this.screening.newCase());
        screenings.push(...opened);
        screening = opened.reduce(screeningFold(wallet).evolve as Evolve, screening);
      }
    }
    return { identity, screening: screenings };
  }
}

type Evolve = (state: PersonScreeningState, event: ScreeningEvent) => PersonScreeningState;

/** How screening stands to a role; a hit stands against the person, whatever role brought it. */
function screenedAs(role: KycRole, state: IdentityState, screening: PersonScreeningState) {
  const standing = standingOf(screening);
  const applicationId = state.forms[role]?.applicationId ?? '';
  return {
    screening: standing.outcome(role) ?? (standing.suspended ? ('rejected' as const) : ('approved' as const)),
    screened: Boolean(screening.latest[role]?.list) || state.screenedBefore.has(applicationId),
  };
}
