import { Inject, Injectable } from '@nestjs/common';
import type { IdentityEvent } from '@tknest/contracts/events';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { Dossier, identityFold } from '#features/identity/module.public.js';
import { PersonScreening } from '#features/screening/module.public.js';
import { openComplianceCase, screeningFold } from '#features/screening/rules.public.js';

type KycDecided = Extract<IdentityEvent, { type: 'KycDecided' }>['data'];

/**
 * Opens a case for each verification that no screening explains: a web process that was taken over could record the
 * decision alone. A worker looks, at what the log and the vault hold.
 */
@Injectable()
export class UnscreenedDecisions {
  private after: Position | null = null;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly dossier: Dossier,
    private readonly screening: PersonScreening,
    private readonly recorder: Recorder,
  ) {}

  /** Looks at what was decided since the last call, once each. @param since where the first call begins */
  async report(since: Position): Promise<void> {
    for (let end = false; !end;) {
      const page = await this.store.readAll(this.after ?? since, { filter: { types: ['KycDecided'] } });
      for (const { data } of page.events) await this.look(data as KycDecided);
      ({ next: this.after, end } = page);
    }
  }

  private async look({ wallet, role, applicationId, status }: KycDecided): Promise<void> {
    const { state: identity } = await load(this.store, identityFold(wallet));
    const standing = identity.standing[role];
    const isInForce = standing?.status === 'verified' && standing.applicationId === applicationId;
    if (status !== 'verified' || !isInForce) return;
    const isKnown = (await this.dossier.subjects(wallet, identity, role)).length > 0;
    const of = { wallet, role, applicationId, kind: 'documents', risk: 'high', reason: 'decided-unscreened' } as const;
    await this.recorder.decide(screeningFold(wallet), async (state) => {
      const isScreened = state.latest[role]?.applicationId === applicationId && state.latest[role].list !== null;
      const isReported = [...state.cases.values()].some(
        (one) => one.applicationId === applicationId && one.reason === of.reason,
      );
      return (isKnown && isScreened) || isReported ? [] : openComplianceCase(of, state, await this.screening.newCase());
    });
  }
}
