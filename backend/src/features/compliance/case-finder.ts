import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Refused } from '#platform/domain/refused.js';
import { ComplianceCaseRecord } from './read-models/compliance-cases/compliance-case.entities.js';

/** Finds the wallet of a case; a case's events are in that person's stream. */
@Injectable()
export class CaseFinder {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** @throws Refused (404) */
  async one(id: string): Promise<ComplianceCaseRecord> {
    const found = await this.db.getRepository(ComplianceCaseRecord).findOneBy({ id });
    if (!found) throw new Refused('not-found', 'No such case');
    return found;
  }
}
