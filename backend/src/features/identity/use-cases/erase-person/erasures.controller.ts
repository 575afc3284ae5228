import { Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { ErasureView, OwnErasureView, RetainedView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { WalletAddress } from '#platform/http/wallet-address.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { sendDocument } from '../show-documents/send-document.js';
import { AskForErasure, StopErasure } from './ask-for-erasure.command.js';
import { ListErasures } from './list-erasures.query.js';
import { OpenRetainedDocument, ShowRetained } from './show-retained.command.js';

const MODELS = ['persons', 'verifications'];

@Controller('api')
export class ErasuresController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
  ) {}

  /** A person's own request for erasure. What delays it is told to the office alone: it may be an undecided hit. */
  @Post('kyc/erasure')
  @HttpCode(200)
  async ask(@CurrentSession() session: Session): Promise<OwnErasureView> {
    await this.readModels.waitFor(await this.commands.execute(new AskForErasure(session)), MODELS);
    return this.own(session);
  }

  /** The pending erasure of the person's data. */
  @Get('kyc/erasure')
  async own(@CurrentSession() { wallet }: Session): Promise<OwnErasureView> {
    const [asked] = await this.queries.execute(new ListErasures(wallet));
    const { requestedAt, erasesAt } = asked && !asked.erasedAt ? asked : { requestedAt: null, erasesAt: null };
    return { requestedAt, erasesAt };
  }

  /** The person stops the erasure of their own data. @throws Refused (409) once it is carried out */
  @Post('kyc/erasure/stop')
  @HttpCode(200)
  async stopOwn(@CurrentSession() session: Session): Promise<OwnErasureView> {
    await this.readModels.waitFor(await this.commands.execute(new StopErasure(session, session.wallet)), MODELS);
    return this.own(session);
  }

  /** An admin or a compliance officer stops an erasure. @throws Refused (409) once it is carried out */
  @Post('compliance/erasures/:wallet/stop')
  @Access('admin', 'compliance')
  @HttpCode(200)
  async stop(
    @CurrentSession() session: Session,
    @Param('wallet', WalletAddress) wallet: string,
  ): Promise<{ success: true }> {
    await this.readModels.waitFor(await this.commands.execute(new StopErasure(session, wallet)), MODELS);
    return { success: true };
  }

  @Get('compliance/erasures')
  @Access('admin')
  list(): Promise<ErasureView[]> {
    return this.queries.execute(new ListErasures());
  }

  /** What the law requires to be kept about an erased person; each view is recorded. */
  @Get('compliance/erasures/:wallet/retained')
  @Access('admin', 'compliance')
  @FreshSignature()
  retained(
    @CurrentSession() session: Session,
    @Param('wallet', WalletAddress) wallet: string,
  ): Promise<RetainedView[]> {
    return this.commands.execute(new ShowRetained(session, wallet));
  }

  /** A retained proof of identity; each view is recorded. */
  @Get('compliance/erasures/:wallet/retained/:documentId')
  @Access('admin', 'compliance')
  @FreshSignature()
  async document(
    @CurrentSession() session: Session,
    @Param('wallet', WalletAddress) wallet: string,
    @Param('documentId') documentId: string,
    @Res() response: Response,
  ): Promise<void> {
    sendDocument(response, await this.commands.execute(new OpenRetainedDocument(session, wallet, documentId)));
  }
}
