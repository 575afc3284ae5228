import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import type { Server } from 'node:http';
import { CONFIG, type Config } from '../config/config.js';

/** Calls that last as long as a page is open: a shutdown does not wait for them. */
const STREAM = 'text/event-stream';
const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());

type Settings = Pick<Config, 'shutdownDelaySeconds' | 'drainMs'>;

/**
 * Shuts down a serving process in order: first readiness reports "not ready", so that the proxy sends no more requests;
 * then no connection is accepted, requests in progress finish, and only then are the resources that they need closed.
 */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  private readonly log = new Logger('Http');
  private readonly open = new Set<Response>();
  private ended: (() => void) | null = null;
  private ending = false;

  constructor(
    @Inject(CONFIG) private readonly config: Settings,
    private readonly host: HttpAdapterHost,
  ) {}

  get isEnding(): boolean {
    return this.ending;
  }

  /** Runs before everything else that handles a request. */
  readonly follow = (_request: Request, response: Response, next: NextFunction): void => {
    this.open.add(response);
    response.once('close', () => {
      this.open.delete(response);
      this.ended?.();
    });
    if (this.ending) response.set('Connection', 'close');
    next();
  };

  async beforeApplicationShutdown(): Promise<void> {
    this.ending = true;
    for (const response of this.open) if (!response.headersSent) response.set('Connection', 'close');
    await pause(this.config.shutdownDelaySeconds * 1_000);
    // Idle connections are closed with it.
    (this.host.httpAdapter.getHttpServer() as Server).close();
    this.log.log(`The port is closed; requests under way: ${this.underWay().length}`);
    const late = pause(this.config.drainMs).then(() => 'late' as const);
    while (this.underWay().length > 0) {
      const one = new Promise<void>((resolve) => (this.ended = resolve));
      if ((await Promise.race([one, late])) !== 'late') continue;
      this.log.warn(`${this.underWay().length} requests were cut off at shutdown`);
      return;
    }
    this.log.log('Every request was answered');
  }

  private underWay(): Response[] {
    return [...this.open].filter((response) => !String(response.getHeader('Content-Type') ?? '').startsWith(STREAM));
  }
}
