import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { KycStarted } from '@tknest/contracts/api';
import type { KycRole, VerificationProvider } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { Dossier } from '../../dossier.js';
import { startVerification, suspended } from '../../identity.decider.js';
import { checkOf, identityFold, type IdentityState } from '../../identity.state.js';
import { KycStanding } from '../../kyc-standing.js';
import { GATEWAYS, ProviderUnavailable, type Gateways, type VerificationGateway } from '../../providers/provider.js';

const PROVIDER_NAMES: Readonly<Record<VerificationProvider, string>> = {
  persona: 'Persona',
  sumsub: 'Sum&Substance',
};

/** Starts a verification with a provider, or continues the one in progress. */
export class StartVerification extends Command<KycStarted> {
  constructor(
    readonly session: Session,
    readonly role: KycRole,
    readonly provider: VerificationProvider,
  ) {
    super();
  }
}

@CommandHandler(StartVerification)
export class StartVerificationHandler implements ICommandHandler<StartVerification> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(GATEWAYS) private readonly gateways: Gateways,
    private readonly calendar: BusinessCalendar,
    private readonly recorder: Recorder,
    private readonly standing: KycStanding,
    private readonly dossier: Dossier,
  ) {}

  /**
   * @throws Refused (403 if suspended, 409 if verified already, 503 if the provider is unavailable or not configured)
   */
  async execute({ session, role, provider }: StartVerification): Promise<KycStarted> {
    const gateway = this.gateways[provider];
    if (!gateway) throw new Refused('unavailable', `${PROVIDER_NAMES[provider]} is not set up on this platform`);
    // A provider may continue during a review; refusing it would reveal that there is a hit.
    const { suspended: isSuspended, underReview } = await this.standing.stateOf(session.wallet);
    if (isSuspended && !underReview) throw suspended();
    try {
      return await this.begin(gateway, session, role);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      throw new Refused('unavailable', `${PROVIDER_NAMES[provider]} cannot be reached at the moment: please try again`);
    }
  }

  private async begin(gateway: VerificationGateway, session: Session, role: KycRole): Promise<KycStarted> {
    const { wallet } = session;
    const { state } = await load(this.store, identityFold(wallet));
    const { provider } = gateway;
    const open = openCheck(state, role, provider);
    const externalId = open?.externalId ?? randomUUID();
    const started = { wallet, role, provider, externalId, providerId: '' };
    startVerification(started, state, await this.calendar.now());
    const verification = {
      externalId,
      person: (await this.dossier.formOf(wallet, state, role))?.personal ?? null,
      returnUrl: `${this.config.publicUrl}/kyc-verification`,
      sandboxWallet: this.config[provider]?.sandbox ? wallet : null,
    };
    const providerId = open?.providerId ?? (await gateway.create(verification));
    if (!open)
      await this.recorder.decide(
        identityFold(wallet),
        async (now) => startVerification({ ...started, providerId }, now, await this.calendar.now()),
        { session },
      );
    const redirectUrl = await gateway.link({ ...verification, providerId });
    return { success: true, kycSessionId: externalId, redirectUrl };
  }
}

/** The verification that the person has not finished yet. */
function openCheck(state: IdentityState, role: KycRole, provider: VerificationProvider) {
  const check = checkOf(state, role);
  const isOpen = check?.provider === provider && (check.status === 'pending' || check.status === 'in_progress');
  return isOpen && !check.withdrawn ? check : undefined;
}
