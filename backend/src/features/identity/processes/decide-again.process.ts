import { Inject, Injectable } from '@nestjs/common';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import type { ScreeningEvent } from '@tknest/contracts/events';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { Causation } from '#platform/sessions/causation.js';
import { screeningFold } from '#features/screening/rules.public.js';
import { Decisions } from '../decisions.js';
import { recordReview } from '../identity.decider.js';
import type { IdentityState } from '../identity.state.js';
import { PersonWallets, type WalletGroup } from '../person-wallets.js';

const EVENTS = [
  'PersonScreened',
  'WalletScreened',
  'ComplianceCaseDecided',
  'WalletsLinked',
  'WalletsSetApart',
] as const;
type Followed = Extract<ScreeningEvent, { type: (typeof EVENTS)[number] }>;

/**
 * Decides verifications again after a decision of the compliance desk or a new finding: for every wallet of the person,
 * so that a hit on one of them applies to all at once (rule 6).
 */
@Injectable()
export class DecideAgainProcess implements ProcessManager {
  readonly name = 'decide-again';
  readonly events = EVENTS;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly decisions: Decisions,
    private readonly causation: Causation,
    private readonly wallets: PersonWallets,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.wallet;
  }

  async handle({ type, data }: RecordedEvent, process: ProcessContext): Promise<void> {
    const event = { type, data } as Followed;
    const { wallet } = event.data;
    // An application's screening was already decided on in its own commit.
    const group = await this.wallets.groupOf(wallet);
    if (event.type !== 'PersonScreened' || event.data.occasion === 'list') await this.decide(event, process, group);
    for (const other of group.keys()) {
      if (other === wallet) continue;
      const context = await this.causation.contextOf({ commandId: process.commandId(`other/${other}`) });
      await this.decisions.append(other, context, () => ({ identity: [] }), { group });
    }
  }

  private async decide(event: Followed, process: ProcessContext, group: WalletGroup): Promise<void> {
    const { wallet } = event.data;
    const about = event.type === 'ComplianceCaseDecided' ? await this.kindOf(wallet, event.data.caseId) : undefined;
    const context = await this.causation.contextOf({ commandId: process.commandId(0) });
    const review = (state: IdentityState) => {
      if (event.type !== 'ComplianceCaseDecided' || (about !== 'documents' && about !== 'provider'))
        return { identity: [] };
      const { role, applicationId, caseId, decision } = event.data;
      return { identity: recordReview({ wallet, role, applicationId, caseId, decision }, state) };
    };
    await this.decisions.append(wallet, context, review, { group });
  }

  private async kindOf(wallet: string, caseId: string) {
    return (await load(this.store, screeningFold(wallet))).state.cases.get(caseId)?.kind;
  }
}
