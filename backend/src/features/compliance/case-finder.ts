import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { alarm } from '#platform/telemetry/security-log.js';
import { screeningFold } from '#features/screening/rules.public.js';
import { ComplianceCaseRecord } from './read-models/compliance-cases/compliance-case.entities.js';

/**
 * Finds the wallet of a case; a case's events are in that person's stream. A row whose wallet has no such case there
 * opens nobody's file, and is a security event.
 */
@Injectable()
export class CaseFinder {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @throws Refused (404) */
  async one(id: string): Promise<ComplianceCaseRecord> {
    const row = await this.db.getRepository(ComplianceCaseRecord).findOneBy({ id });
    if (!row) throw noSuchCase();
    const { state } = await load(this.store, screeningFold(row.wallet));
    if (state.cases.get(id)?.role === row.userRole) return row;
    alarm('read-model-refused');
    throw noSuchCase();
  }
}

const noSuchCase = () => new Refused('not-found', 'No such case');
