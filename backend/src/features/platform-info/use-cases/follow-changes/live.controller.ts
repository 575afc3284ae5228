import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { LiveQuery } from '@tknest/contracts/api';
import type { Request, Response } from 'express';
import { Refused } from '#platform/domain/refused.js';
import { Access, MaybeSession } from '#platform/http/access.js';
import { isOffice, type Session } from '#platform/sessions/session.js';
import { networkOfClient } from '#platform/http/network-of.js';
import { LiveFeed } from './live-feed.js';
import type { Topics } from './listener.js';

@Controller('api/live')
export class LiveController {
  constructor(private readonly feed: LiveFeed) {}

  /**
   * Server-sent events: which read models have changed, as far as it concerns the caller. `topics` narrows it to some
   * of `own` (the session's wallet), `office`, `properties` and `property:<number>`.
   */
  @Get()
  @Access('public')
  stream(
    @MaybeSession() session: Session | null,
    @Query() { topics }: LiveQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const person = session?.wallet ?? `network ${networkOfClient(request)}`;
    this.feed.stream(person, session, topicsFor(session, topics), response);
  }
}

/** @throws Refused if the session may not subscribe to a topic */
export function topicsFor(session: Session | null, asked: string | undefined): Topics {
  if (!asked) return null;
  const topics = new Set(asked.split(','));
  if (!session && (topics.has('own') || topics.has('office')))
    throw new Refused('unauthenticated', 'Please sign in with your wallet first');
  if (topics.has('office') && !isOffice(session))
    throw new Refused('forbidden', 'Access Denied: your role can’t do this');
  return topics;
}
