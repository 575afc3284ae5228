import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TimelineQuery, TimelineView } from '@tknest/contracts/api';
import { LISTS } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { Timeline } from './timeline.js';

/** How many events the log has over time, in intervals of equal length from its first event to its last. */
export class ShowTimeline extends Query<TimelineView> {
  constructor(readonly asked: TimelineQuery) {
    super();
  }
}

@QueryHandler(ShowTimeline)
export class ShowTimelineHandler implements IQueryHandler<ShowTimeline> {
  constructor(private readonly timeline: Timeline) {}

  /** @throws Refused for too many bars */
  async execute({ asked }: ShowTimeline): Promise<TimelineView> {
    const bars = asked.bars ? Number(asked.bars) : LISTS.timelineBars;
    if (bars > LISTS.timelineBarsMax)
      throw new Refused('invalid', `bars must be a whole number from 1 to ${LISTS.timelineBarsMax}`);
    return this.timeline.read(bars);
  }
}
