import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { DataSource, In } from 'typeorm';
import { Jobs } from '#platform/consumers/jobs.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { Verification } from '../../read-models/verification/verification.entity.js';
import { FollowVerification } from './follow-verification.command.js';

const JOB = 'verification-reconciler';
const EVERY_MS = 20_000;
/** Requests per round, limited because of the providers' rate limits (Persona: 300 a minute). */
const ROUND = 200;
/**
 * Concluded verifications are queried once a day, because a provider may withdraw a result and its webhook may be lost.
 */
const CONCLUDED_EVERY_MS = 24 * 3_600_000;
const OPEN_EVERY_MS = 40_000;
const SIDE_BY_SIDE = 4;

export const OPEN_STATUSES = ['pending', 'in_progress', 'needs_review'];
const CONCLUDED = ['approved', 'declined', 'retry'];

/**
 * Queries the providers about open verifications, least recently queried first, so that a lost webhook only causes a
 * delay.
 */
@Injectable()
export class VerificationReconciler implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Verification');
  /** When this instance last queried each one: after a start, everything is queried once. */
  private readonly asked = new Map<string, number>();
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.enlist(JOB);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    await this.jobs.once(JOB, () => (this.running ??= this.round().finally(() => (this.running = null))));
  }

  /** One round of queries. */
  async round(): Promise<void> {
    const now = this.clock.now().getTime();
    const since = ({ externalId }: Verification) => now - (this.asked.get(externalId) ?? 0);
    const rows = await this.db.getRepository(Verification).findBy({ status: In([...OPEN_STATUSES, ...CONCLUDED]) });
    const due = rows
      .filter((row) => since(row) >= (OPEN_STATUSES.includes(row.status) ? OPEN_EVERY_MS : CONCLUDED_EVERY_MS))
      .sort((a, b) => rank(a) - rank(b) || since(b) - since(a))
      .slice(0, ROUND);
    const ask = async () => {
      for (let row = due.shift(); row && !this.stopping; row = due.shift()) {
        this.asked.set(row.externalId, now);
        await this.commands
          .execute(new FollowVerification(row.provider, row.providerId))
          .catch((error: unknown) => this.log.warn({ err: error }, 'A provider could not be queried'));
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, ask));
  }
}

const rank = ({ status }: Verification) => (OPEN_STATUSES.includes(status) ? 0 : 1);
