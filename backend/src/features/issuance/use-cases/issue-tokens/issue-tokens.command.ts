import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { IssueTokensRequest } from '@tknest/contracts/api';
import { ISSUANCE } from '@tknest/contracts/rules';
import { isValidClassicAddress } from 'xrpl';
import { Refused } from '../../../../platform/domain/refused.js';
import { handleCommand } from '../../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { uuidv5 } from '../../../../platform/event-store/ids.js';
import type { Session } from '../../../../platform/http/access.js';
import { LEDGER, type LedgerPort } from '../../../../platform/ledger/ledger-port.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { crashPlaces } from '../../../../platform/telemetry/crash-points.js';
import { KycStanding } from '../../../identity/identity.public.js';
import { tokenLine } from '../../../payments/payment.public.js';
import { mustBeIssuers, PlatformAccounts } from '../../../tokens/tokens.public.js';
import { issuanceFold, orderIssuance, type IssuanceState } from '../../issuance.decider.js';
import { IssuanceFollower } from '../../issuance-follower.js';
import { LINE_WORDS } from '../../line-words.js';

const crashPoint = crashPlaces('issuance-ordered');
const INVALID = 'Valid XRPL wallet address required';

/** An admin issues tokens to a verified wallet; they stand in no register until they are assigned. */
export class IssueTokens extends Command<IssuanceState> {
  constructor(
    readonly session: Session,
    readonly request: IssueTokensRequest,
    readonly key: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(IssueTokens)
export class IssueTokensHandler implements ICommandHandler<IssueTokens> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    private readonly accounts: PlatformAccounts,
    private readonly standing: KycStanding,
    private readonly causation: Causation,
    private readonly follower: IssuanceFollower,
  ) {}

  /**
   * @returns how it stands once it has ended, or when the time for waiting is over
   * @throws Refused, LedgerUnavailable, CommandReused
   */
  async execute({ session, request, key }: IssueTokens): Promise<IssuanceState> {
    const { recipientAddress: recipient, amount, issuerSeed } = request;
    if (!isValidClassicAddress(recipient))
      throw new Refused('invalid', INVALID, { errors: { recipientAddress: [INVALID] } });
    mustBeIssuers(issuerSeed, await this.accounts.address('issuer'));
    const tokens = Number(amount);
    // The seed is no part of what was asked: it is neither kept nor compared.
    const input = { call: 'tokens/issue', recipient, tokens };
    const context = await this.causation.contextOf({ session, idempotencyKey: key, input });
    const issuanceId = uuidv5(`issuance/${context.metadata.commandId}`);
    if (!(await this.store.findCommand(context.metadata.commandId, context.inputHash))) {
      await this.mustBeAbleToReceive(recipient, tokens);
      const order = { issuanceId, recipient, tokens, source: 'hand' as const, paymentId: null };
      await handleCommand(this.store, issuanceFold(issuanceId), (state) => orderIssuance(order, state), context);
      crashPoint('issuance-ordered');
    }
    return this.follower.followFor(issuanceId, ISSUANCE.waitMs);
  }

  private async mustBeAbleToReceive(recipient: string, tokens: number): Promise<void> {
    if (!(await this.standing.isVerified(recipient, 'any')))
      throw new Refused('conflict', 'The recipient is not verified', { code: 'not-verified' });
    const line = await tokenLine({ ledger: this.ledger, accounts: this.accounts }, recipient, tokens);
    if (line !== 'ready' && line !== 'unauthorised')
      throw new Refused('conflict', LINE_WORDS[line], { code: `line-${line}` });
  }
}
