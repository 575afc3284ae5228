import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { VerificationProvider } from '@tknest/contracts/events';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { inTurn } from '#platform/event-store/in-turn.js';
import { Causation } from '#platform/sessions/causation.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { PersonScreening } from '#features/screening/module.public.js';
import { isConcluded } from '../../assess.js';
import { Decisions } from '../../decisions.js';
import { Dossier } from '../../dossier.js';
import { recordReport } from '../../identity.decider.js';
import { identityFold, type IdentityState, type ProviderCheck } from '../../identity.state.js';
import { GATEWAYS, type Gateways, type ProviderReport } from '../../providers/provider.js';
import { Verification } from '../../read-models/verification/verification.entity.js';

/** How long a result may contradict an earlier answer before an officer is asked, in milliseconds. */
const UNDECIDED_MS = 10 * 60_000;

/**
 * Reads the state of a verification from the provider's API, and decides accordingly. The webhook that triggers it is
 * not trusted.
 */
export class FollowVerification extends Command<void> {
  constructor(
    readonly provider: VerificationProvider,
    /** The provider's id for it. */
    readonly providerId: string,
  ) {
    super();
  }
}

@CommandHandler(FollowVerification)
export class FollowVerificationHandler implements ICommandHandler<FollowVerification> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(GATEWAYS) private readonly gateways: Gateways,
    private readonly decisions: Decisions,
    private readonly dossier: Dossier,
    private readonly vault: VaultService,
    private readonly screening: PersonScreening,
    private readonly causation: Causation,
    private readonly calendar: BusinessCalendar,
  ) {}

  /** @throws ProviderUnavailable */
  async execute({ provider, providerId }: FollowVerification): Promise<void> {
    const row = await this.db.getRepository(Verification).findOneBy({ provider, providerId });
    if (!row) return;
    // One request at a time per verification, so that no older answer overtakes a newer one.
    await inTurn(this, [row.externalId], () => this.follow(row.wallet, row.externalId));
  }

  private async follow(wallet: string, externalId: string): Promise<void> {
    const { state } = await load(this.store, identityFold(wallet));
    const check = state.checks.get(externalId);
    const gateway = check && this.gateways[check.provider];
    if (!check || !gateway || state.erasure === 'erased') return;
    const report = await gateway.report(check.providerId);
    if (recordReport(eventOf(wallet, check, report, null), state).length > 0)
      await this.record(wallet, state, check, report);
    else if (await this.isLeftUndecided(check, report)) await this.askAbout(wallet, check, report);
  }

  /**
   * Whether the provider has had another result for ten minutes than the one that counts, because its answer before had
   * a later time. Nothing would ever be decided, so an officer must look.
   */
  private async isLeftUndecided(check: ProviderCheck, { status, since }: ProviderReport): Promise<boolean> {
    if (isConcluded(check.status) || !isConcluded(status)) return false;
    return (await this.calendar.now()).getTime() - Date.parse(since) > UNDECIDED_MS;
  }

  private async askAbout(wallet: string, { role, externalId }: ProviderCheck, { status, since }: ProviderReport) {
    const context = await this.causation.contextOf({
      commandId: uuidv5(`not-counted/${externalId}/${status}/${since}`),
    });
    await this.decisions.append(wallet, context, ({ forms }) => {
      const applicationId = forms[role]?.applicationId ?? externalId;
      const asked = { role, applicationId, kind: 'provider', risk: 'medium', reason: 'report-not-counted' } as const;
      return { identity: [], asked };
    });
  }

  private async record(wallet: string, state: IdentityState, check: ProviderCheck, report: ProviderReport) {
    const { person, comment, status, since } = report;
    const { role, externalId } = check;
    const commandId = uuidv5(`report/${externalId}/${status}/${since}`);
    const context = await this.causation.contextOf({ commandId });
    if (await this.store.findCommand(commandId)) return;
    const reportItem = person || comment ? await this.vault.put(wallet, 'provider-report', { person, comment }) : null;
    try {
      const screened =
        status === 'approved' && person
          ? await this.screening.prepare({
              wallet,
              role,
              applicationId: state.forms[role]?.applicationId ?? externalId,
              occasion: 'provider',
              subjects: await this.dossier.subjects(wallet, state, role, { seen: person }),
            })
          : undefined;
      const { events } = await this.decisions.append(wallet, context, (now) => {
        const identity = recordReport(eventOf(wallet, check, report, reportItem), now);
        return identity.length > 0 ? { identity, screened } : null;
      });
      if (events.length === 0 && reportItem) await this.vault.discard([reportItem]);
    } catch (error) {
      if (reportItem) await this.vault.discard([reportItem]);
      throw error;
    }
  }
}

const eventOf = (
  wallet: string,
  { role, provider, externalId }: ProviderCheck,
  { status, since }: ProviderReport,
  reportItem: string | null,
) => ({ wallet, role, provider, externalId, status, since, reportItem });
