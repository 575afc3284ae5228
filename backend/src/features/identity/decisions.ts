import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { IdentityEvent, KycRole, ScreeningEvent } from '@tknest/contracts/events';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { handleCommandAcross, type CommandContext } from '#platform/event-store/decider.js';
import { EVENT_STORE, type AppendResult, type EventStore } from '#platform/event-store/event-store.js';
import { ListedWallets, PersonScreening } from '#features/screening/module.public.js';
import {
  inheritHits,
  openComplianceCase,
  recordScreening,
  recordWalletScreening,
  screeningFold,
  standingOf,
  undecidedCase,
  unresolvedHits,
  type PersonScreened,
  type PersonScreeningState,
} from '#features/screening/rules.public.js';
import { assess, isNews, type CaseAsked } from './assess.js';
import { Dossier } from './dossier.js';
import { suspendWallet } from './identity.decider.js';
import { checkOf, evolveIdentity, identityFold, type IdentityState } from './identity.state.js';
import { PersonWallets, type WalletGroup } from './person-wallets.js';

/** A command's events. The screening goes into the same commit, and the decision is based on both. */
export interface Facts {
  identity: IdentityEvent[];
  screened?: PersonScreened;
  /** A case that an officer must decide although nothing was decided. */
  asked?: { role: KycRole; applicationId: string } & CaseAsked;
}

/**
 * The only place where verifications are decided. In one commit, appends a command's events, the resulting decisions
 * for both roles, and the cases that they open.
 */
@Injectable()
export class Decisions {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
    private readonly calendar: BusinessCalendar,
    private readonly screening: PersonScreening,
    private readonly dossier: Dossier,
    private readonly wallets: PersonWallets,
    private readonly listed: ListedWallets,
  ) {}

  /**
   * @param bring returns the events for the current state; null appends nothing
   * @param told receives the decision before it is appended
   * @param group the person's wallets, if already read; the decision then uses them without reading them again
   * @throws what `bring` throws
   */
  async append(
    wallet: string,
    context: CommandContext,
    bring: (state: IdentityState, now: Date) => Promise<Facts | null> | Facts | null,
    { told = () => undefined, group }: { told?: (decided: IdentityEvent[]) => void; group?: WalletGroup } = {},
  ): Promise<AppendResult & { events: IdentityEvent[] }> {
    const now = await this.calendar.now();
    const handled = await handleCommandAcross(
      this.store,
      { identity: identityFold(wallet), screening: screeningFold(wallet) },
      async (states) => {
        const facts = await bring(states.identity, now);
        if (!facts) return {};
        const decided = await this.decide(wallet, facts, states, now, group);
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
    group?: WalletGroup,
  ): Promise<{ identity: IdentityEvent[]; screening: ScreeningEvent[] }> {
    const identity = [...facts.identity];
    let state = identity.reduce(evolveIdentity, before.identity);
    if (state.erasure === 'erased') return { identity, screening: [] };
    // All hits of a person, whatever their source, share at most one case.
    const aboutHits = await this.screening.newCase();
    const screenings = facts.screened ? recordScreening(facts.screened, before.screening, aboutHits) : [];
    let screening = screenings.reduce(screeningFold(wallet).evolve as Evolve, before.screening);
    const write = (events: readonly ScreeningEvent[]) => {
      screenings.push(...events);
      screening = events.reduce(screeningFold(wallet).evolve as Evolve, screening);
    };
    const ofAddress = facts.screened && this.listed.screened(wallet, 'application');
    if (ofAddress) write(recordWalletScreening(ofAddress, screening, aboutHits));
    const role = facts.screened?.role ?? (state.forms.landlord && !state.forms.investor ? 'landlord' : 'investor');
    const wallets = group ?? (await this.wallets.groupOf(wallet));
    const confirmed = confirmedOf(wallet, screening, wallets);
    const wasVerified = Object.values(before.identity.standing).some(({ status }) => status === 'verified');
    for (const [from, other] of wallets) {
      if (from === wallet) continue;
      const of = { wallet, from, role, applicationId: state.forms[role]?.applicationId ?? '' };
      const isKnown = [...screening.open.values()].some((hit) => hit.from === from);
      if (!wasVerified || isKnown || confirmed.has(from)) write(inheritHits(of, other, screening, aboutHits));
      else if (unresolvedHits(other).length > 0) write(await this.askAboutNumber(of, screening));
    }
    const evidence = {
      policy: this.config.kycPolicy,
      detailsAgree: await this.dossier.agrees(wallet, state),
      duplicate: await this.isDuplicate(wallet, screening),
      now,
    };
    for (const role of ['investor', 'landlord'] as const) {
      const drawn = this.isDrawn(state.forms[role]?.applicationId ?? checkOf(state, role)?.externalId, screening);
      const assessed = assess(state, role, { ...evidence, drawn, ...screenedAs(role, screening) });
      if (!assessed) continue;
      const { standing, cases } = assessed;
      const said: IdentityEvent[] = isNews(standing, state.standing[role])
        ? [{ type: 'KycDecided', data: { wallet, role, ...standing, flags: [...standing.flags] } }]
        : [];
      if (assessed.suspends) said.push(...suspendWallet({ wallet, suspended: true, code: 'provider-withdrew' }, state));
      identity.push(...said);
      state = said.reduce(evolveIdentity, state);
      const applicationId = state.forms[role]?.applicationId ?? standing.applicationId;
      const isAsked = ({ kind }: CaseAsked) =>
        [...screening.cases.values()].some((one) => one.applicationId === applicationId && one.kind === kind);
      // Even if nothing new was decided, missing cases about this application are opened, so that nobody waits
      // unnoticed.
      for (const asked of said.length > 0 ? cases : cases.filter((one) => !isAsked(one))) {
        const of = { wallet, role, applicationId, ...asked };
        write(openComplianceCase(of, screening, await this.screening.newCase()));
      }
    }
    if (facts.asked) {
      const { asked } = facts;
      write(openComplianceCase({ wallet, ...asked }, screening, await this.screening.newCase()));
    }
    return { identity, screening: screenings };
  }

  /** Whether the application was drawn before, or is drawn now. */
  private isDrawn(applicationId: string | undefined, { cases }: PersonScreeningState): boolean {
    const wasDrawn = [...cases.values()].some(
      (one) => one.applicationId === applicationId && one.reason === 'drawn-for-review',
    );
    return wasDrawn || randomInt(100) < this.config.kycReviewShare;
  }

  /**
   * Anybody can type another person's number, so hits of a wallet with the same number do not suspend people who were
   * verified before: an officer finds out whose number it is, and links the wallets or sets them apart.
   */
  private async askAboutNumber(
    { wallet, role, applicationId }: { wallet: string; role: KycRole; applicationId: string },
    screening: PersonScreeningState,
  ): Promise<ScreeningEvent[]> {
    const asked = { kind: 'documents', risk: 'high', reason: 'number-used-elsewhere' } as const;
    return openComplianceCase({ wallet, role, applicationId, ...asked }, screening, await this.screening.newCase());
  }

  /** Whether another wallet has the same number, and no officer has decided yet what that means (rule 6). */
  private async isDuplicate(wallet: string, screening: PersonScreeningState): Promise<boolean> {
    const { sameNumber, isBeyond, linked } = await this.wallets.relationsOf(wallet, screening);
    const isAsked = undecidedCase(screening, 'documents')?.reason === 'duplicate-identity';
    return isAsked || isBeyond || sameNumber.some((other) => !linked.has(other));
  }
}

/** Wallets that officers have linked with this one, directly or through others; a shared number alone is not enough. */
function confirmedOf(wallet: string, own: PersonScreeningState, group: WalletGroup): ReadonlySet<string> {
  const confirmed = new Set([wallet]);
  for (const one of confirmed)
    for (const other of (one === wallet ? own : group.get(one))?.linked ?? []) confirmed.add(other);
  return confirmed;
}

type Evolve = (state: PersonScreeningState, event: ScreeningEvent) => PersonScreeningState;

/** The role's screening state. A hit applies to the person, whichever role it came from. */
function screenedAs(role: KycRole, screening: PersonScreeningState) {
  const standing = standingOf(screening);
  return {
    screening: standing.outcome(role) ?? (standing.suspended ? ('rejected' as const) : ('approved' as const)),
    notCompared: standing.notCompared(role),
    screened: Boolean(screening.latest[role]?.list),
  };
}
