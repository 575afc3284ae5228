import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OpenSessionView } from '@tknest/contracts/api';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import type { Session } from '#platform/sessions/session.js';
import { sessionHandle } from '#platform/telemetry/security-log.js';
import { SecurityRecords } from '#platform/telemetry/security-records.js';
import { SessionService } from '#platform/sessions/session-service.js';

/** The shortest prefix of a session's id that distinguishes it from the caller's other sessions. */
export const ID_LENGTH = 16;

/** The caller's open sessions. */
export class ListSessions extends Query<OpenSessionView[]> {
  constructor(readonly session: Session) {
    super();
  }
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(
    private readonly sessions: SessionService,
    private readonly records: SecurityRecords,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ session }: ListSessions): Promise<OpenSessionView[]> {
    const open = await this.sessions.listOf(session.wallet);
    const now = this.clock.now().getTime();
    const places = await this.records.placesOf(open.map(({ id }) => sessionHandle(id)));
    return open.map(({ id, role, openedAt, seenAt, expiresAt, device, endsAt }) => ({
      id: id.slice(0, ID_LENGTH),
      role,
      openedAt: openedAt.toISOString(),
      seenAt: seenAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      device,
      place: places.get(sessionHandle(id)) ?? null,
      endsInSeconds: Math.max(0, Math.floor((endsAt.getTime() - now) / 1000)),
      current: id === session.id,
    }));
  }
}
