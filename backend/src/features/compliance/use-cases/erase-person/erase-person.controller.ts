import { Body, Controller, Headers, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { EraseRequest, type ErasureView, type ProposalAnswer } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Refused } from '#platform/domain/refused.js';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import { WalletAddress } from '#platform/http/wallet-address.js';
import { ReadModels } from '#platform/projections/read-models.js';
import type { Session } from '#platform/sessions/session.js';
import { ErasePerson, ListErasures } from '#features/identity/module.public.js';
import { TwoPeople } from '#features/proposals/module.public.js';
import { ErasureAct } from './erasure.act.js';

@Controller('api/compliance/erasures')
@Access('admin')
export class ErasePersonController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
    private readonly act: ErasureAct,
    private readonly twoPeople: TwoPeople,
  ) {}

  /**
   * Carries out the erasure that a person asked for: 200. One that nobody asked for takes two people: 202. The wallet
   * is typed again, because erasure can't be undone. @throws Refused (400, 404, 409)
   */
  @Post(':wallet')
  @FreshSignature()
  async erase(
    @CurrentSession() session: Session,
    @Param('wallet', WalletAddress) wallet: string,
    @Body() { confirm, discardUnseen = false }: EraseRequest,
    @Res({ passthrough: true }) response: Response,
    @Headers('idempotency-key') key?: string,
  ): Promise<ErasureView | ProposalAnswer> {
    if (confirm !== wallet) throw new Refused('invalid', 'Type the address of the wallet to erase');
    const request = { wallet, discardUnseen };
    const takesTwo = await this.act.takesTwo(request);
    const proposed = takesTwo ? await this.twoPeople.propose('erasure', { session, request, key }) : null;
    response.status(proposed ? HttpStatus.ACCEPTED : HttpStatus.OK);
    if (proposed) return proposed;
    const position = await this.commands.execute(new ErasePerson(session, wallet, discardUnseen));
    await this.readModels.waitFor(position, ['persons', 'verifications']);
    const [erased] = await this.queries.execute(new ListErasures(wallet));
    return erased!;
  }
}
