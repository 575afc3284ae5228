import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  AssignCaseRequest,
  DecideCaseRequest,
  NoteCaseRequest,
  LinkWalletRequest,
  type ComplianceCaseView,
} from '@tknest/contracts/api';
import type { Position } from '#platform/event-store/event-store.js';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { ShowComplianceCase } from '../show-case/show-case.query.js';
import { DecideComplianceCase } from './decide-case.command.js';
import { AssignComplianceCase, NoteComplianceCase } from './keep-case.command.js';
import { LinkWallets } from './link-wallets.command.js';

@Controller('api/compliance/cases/:id')
@Access('compliance', 'admin')
export class DecideComplianceCaseController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
  ) {}

  @Post('decide')
  @HttpCode(200)
  @FreshSignature()
  async decide(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() body: DecideCaseRequest,
  ): Promise<ComplianceCaseView> {
    return this.shown(session, id, await this.commands.execute(new DecideComplianceCase(session, id, body)));
  }

  /** Assigns the case to the caller, or returns a case of theirs to the queue. */
  @Post('assign')
  @HttpCode(200)
  async assign(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() { mine }: AssignCaseRequest,
  ): Promise<ComplianceCaseView> {
    const { position, isNew } = await this.commands.execute(new AssignComplianceCase(session, id, mine));
    return this.shown(session, id, position, isNew);
  }

  /** Adds a note. */
  @Post('notes')
  @HttpCode(200)
  async note(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() { note }: NoteCaseRequest,
  ): Promise<ComplianceCaseView> {
    return this.shown(session, id, await this.commands.execute(new NoteComplianceCase(session, id, note)));
  }

  /** Records whether another wallet belongs to the same person, with a reason (rule 6). */
  @Post('wallets')
  @HttpCode(200)
  @FreshSignature()
  async link(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() body: LinkWalletRequest,
  ): Promise<ComplianceCaseView> {
    return this.shown(session, id, await this.commands.execute(new LinkWallets(session, id, body)));
  }

  /**
   * The answer to an officer's own act is not recorded as another view if they have opened the case before.
   * @param isAct false if the act recorded nothing: then the answer is a view like any other
   */
  private async shown(session: Session, id: string, position: Position, isAct = true): Promise<ComplianceCaseView> {
    await this.readModels.waitFor(position, ['compliance-cases']);
    return this.queries.execute(new ShowComplianceCase(session, id, isAct));
  }
}
