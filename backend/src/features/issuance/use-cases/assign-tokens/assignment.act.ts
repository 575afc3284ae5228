import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { AssignTokensRequest } from '@tknest/contracts/api';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { Session } from '#platform/sessions/session.js';
import type { ProposedAct } from '#features/proposals/module.public.js';
import { assignIssuance, issuanceFold } from '../../issuance.decider.js';
import { AssignTokens } from './assign-tokens.command.js';

/** The assignment of tokens to a register, when it takes two people. */
@Injectable()
export class AssignmentAct implements ProposedAct<AssignTokensRequest> {
  readonly kind = 'token-assignment';

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: CommandBus,
  ) {}

  async prepare(request: AssignTokensRequest) {
    const { issuanceId, propertyId, paymentId } = request;
    const { state } = await load(this.store, issuanceFold(issuanceId.toLowerCase()));
    assignIssuance({ propertyId, paymentId: '' }, state);
    return { request: { issuanceId, propertyId, ...(paymentId ? { paymentId } : {}) }, linkTo: '/tokens' };
  }

  /** @throws Refused if there is no such issuance */
  async describe({ issuanceId, propertyId, paymentId }: AssignTokensRequest) {
    const { state } = await load(this.store, issuanceFold(issuanceId.toLowerCase()));
    assignIssuance({ propertyId, paymentId: '' }, state);
    const { recipient, tokens } = state;
    const paid = paymentId ? `, paid by payment ${paymentId}` : '';
    return {
      summary: `Add ${tokens} TKNEST of ${recipient} to the register of property ${propertyId}${paid}.`,
      beneficiaries: [recipient],
    };
  }

  async carryOut(request: AssignTokensRequest, session: Session, key: string): Promise<void> {
    await this.commands.execute(new AssignTokens(session, request, key));
  }
}
