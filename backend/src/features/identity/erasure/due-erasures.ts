import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource, IsNull, LessThanOrEqual } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { Refused } from '#platform/domain/refused.js';
import { Causation } from '#platform/sessions/causation.js';
import { Erasure } from '../read-models/verification/verification.entity.js';
import { Eraser } from './eraser.js';

/** Carries out erasures after their delay. Those that a new hold delays wait until it ends. */
@Injectable()
export class DueErasures {
  private readonly log = new Logger('Erasure');

  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly calendar: BusinessCalendar,
    private readonly eraser: Eraser,
    private readonly causation: Causation,
  ) {}

  async carryOut(): Promise<void> {
    const now = await this.calendar.now();
    const due = { erasesAt: LessThanOrEqual(now.toISOString()), erasedAt: IsNull() };
    for (const { wallet } of await this.db.getRepository(Erasure).findBy(due)) {
      const context = await this.causation.contextOf({});
      await this.eraser.eraseDue(wallet, now, context).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        this.log.warn({ wallet, err: error.message }, 'An erasure waits for a hold');
      });
    }
  }
}
