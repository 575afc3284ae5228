import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { PayoutControlRequest, type PayoutView } from '@tknest/contracts/api';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { ShowPayout } from '../show-payouts/show-payout.query.js';
import { ControlPayout, type Control } from './control-payout.command.js';

@Controller('api/payouts')
@Access('admin')
export class ControlPayoutController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
  ) {}

  /** Pauses a run: no more lines are signed; lines already sent are completed. */
  @Post(':id/pause')
  @HttpCode(200)
  pause(@CurrentSession() session: Session, @Param('id') id: string, @Body() body: PayoutControlRequest) {
    return this.control(session, id, 'pause', body);
  }

  /** Resumes a run; the cause of the pause is checked again before anything is sent. */
  @Post(':id/resume')
  @HttpCode(200)
  resume(@CurrentSession() session: Session, @Param('id') id: string, @Body() body: PayoutControlRequest) {
    return this.control(session, id, 'resume', body);
  }

  /** Retries the unclaimed lines of a completed run. */
  @Post(':id/retry')
  @HttpCode(200)
  retry(@CurrentSession() session: Session, @Param('id') id: string, @Body() body: PayoutControlRequest) {
    return this.control(session, id, 'retry', body);
  }

  private async control(
    session: Session,
    id: string,
    control: Control,
    { reason }: PayoutControlRequest,
  ): Promise<PayoutView> {
    const position = await this.commands.execute(
      new ControlPayout(session, id, control, reason ?? 'An admin asked for it'),
    );
    await this.readModels.waitFor(position, ['payouts']);
    return this.queries.execute(new ShowPayout(session, id));
  }
}
