import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { IssueTokensRequest } from '@tknest/contracts/api';
import { ISSUANCE } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '#platform/config/config.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { notWithTwo, WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { issuanceFold, orderIssuance, type IssuanceState } from '../../issuance.decider.js';
import { IssuanceFollower } from '../../issuance-follower.js';
import { HandIssuanceCheck } from './hand-issuance-check.js';

/** An admin issues tokens to a verified wallet. They are in no register until they are assigned. */
export class IssueTokens extends Command<IssuanceState> {
  constructor(
    readonly session: Session,
    readonly request: IssueTokensRequest,
    readonly key: string | undefined,
    /** How long to wait for the outcome, in milliseconds. */
    readonly waitMs: number = ISSUANCE.waitMs,
  ) {
    super();
  }
}

type Asked = Pick<IssueTokens, 'session' | 'key'> & { recipient: string; tokens: number };

@CommandHandler(IssueTokens)
export class IssueTokensHandler implements ICommandHandler<IssueTokens> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly check: HandIssuanceCheck,
    private readonly causation: Causation,
    private readonly follower: IssuanceFollower,
    private readonly requests: WorkerRequests,
    @Inject(CONFIG) config: Pick<Config, 'fourEyes'>,
  ) {
    const onlyOne = notWithTwo(config, 'A manual issuance takes two people here. Propose it instead.');
    requests.carryOut('issue-tokens', (asked: Asked) => this.order(asked), onlyOne);
  }

  /**
   * @returns its state once it has ended, or when the waiting time is over
   * @throws Refused, LedgerUnavailable, CommandReused, WorkerAway
   */
  async execute({ session, request, key, waitMs }: IssueTokens): Promise<IssuanceState> {
    const { recipient, tokens } = await this.check.mustFit(request);
    const issuanceId = await this.requests.ask<string>('issue-tokens', { session, key, recipient, tokens });
    return this.follower.followFor(issuanceId, waitMs);
  }

  /** @returns the id of the issuance */
  private async order({ session, key, recipient, tokens }: Asked): Promise<string> {
    // The seed is not part of the command's input: it is neither stored nor compared.
    const input = { call: 'tokens/issue', recipient, tokens };
    const context = await this.causation.contextOf({ session, idempotencyKey: key, input });
    const issuanceId = uuidv5(`issuance/${context.metadata.commandId}`);
    if (await this.store.findCommand(context.metadata.commandId, context.inputHash)) return issuanceId;
    await this.check.mustBeAbleToReceive(recipient, tokens, session.wallet);
    const order = { issuanceId, recipient, tokens, source: 'hand' as const, paymentId: null };
    await handleCommand(this.store, issuanceFold(issuanceId), (state) => orderIssuance(order, state), context);
    return issuanceId;
  }
}
