import { Injectable } from '@nestjs/common';
import { ListKeeper } from './list/list-keeper.js';
import { MATCHER } from './matching/matcher.js';
import type { ScreeningReport } from './report.js';
import type { ScreeningSubject } from './subject.js';

/** Screens persons and companies against the sanctions lists. Without a current list, nobody is approved. */
@Injectable()
export class Screening {
  constructor(private readonly lists: ListKeeper) {}

  /** Fails closed: pending if there is no list, or it is too old. */
  async screen(subject: ScreeningSubject): Promise<ScreeningReport> {
    const screener = await this.lists.current();
    if (screener) return screener.screen(subject);
    return {
      status: 'pending',
      riskLevel: 'medium',
      reason: 'The sanctions list is not available at the moment',
      list: null,
      matcher: MATCHER,
      hits: [],
      near: [],
    };
  }
}
