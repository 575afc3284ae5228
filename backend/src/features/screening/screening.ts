import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOfacList, type SanctionsList } from './list/ofac-list.js';
import { foldName } from './matching/words.js';
import type { ReportedHit, ScreeningReport } from './report.js';
import type { ScreeningSubject } from './subject.js';

export const MATCHER = 'exact-normalised/1';
const BUNDLED = {
  published: '2024-05-03',
  folder: path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../data/sanctions/ofac-2024-05-03'),
};

/** Screens persons and companies against the sanctions list. Without a list nobody is approved. */
@Injectable()
export class Screening implements OnModuleInit {
  private readonly log = new Logger('Screening');
  private list: SanctionsList | null = null;
  private loading: Promise<void> | null = null;

  /** Does not wait: the program is ready before the list is, and fails closed until then. */
  onModuleInit(): void {
    void this.load();
  }

  load(folder = BUNDLED.folder): Promise<void> {
    this.loading = readOfacList(folder, BUNDLED.published).then(
      (list) => void (this.list = list),
      (error: unknown) =>
        this.log.error({ err: error }, 'The sanctions list cannot be read: applications stay pending'),
    );
    return this.loading;
  }

  /** Every name of the subject against every listed name; fails closed where there is no list. */
  async screen(subject: ScreeningSubject): Promise<ScreeningReport> {
    await this.loading;
    if (!this.list)
      return {
        status: 'pending',
        riskLevel: 'medium',
        reason: 'The sanctions list is not available at the moment',
        list: null,
        matcher: MATCHER,
        hits: [],
      };
    const { list } = this;
    const hits = subject.names.flatMap((screenedName) =>
      (list.byName.get(foldName(screenedName)) ?? []).map((party): ReportedHit => ({
        list: list.name,
        entityNumber: party.entityNumber,
        entryHash: party.hash,
        score: 1,
        level: 'high',
        name: party.name,
        primaryName: party.name,
        type: party.type,
        programs: [party.program],
        screenedName,
      })),
    );
    const { name, published, sha256, fetchedAt } = list;
    return {
      status: hits.length > 0 ? 'rejected' : 'approved',
      riskLevel: hits.length > 0 ? 'high' : 'low',
      reason: hits.length > 0 ? 'The name is on a sanctions list' : `No match in the ${name} list of ${published}`,
      list: { name, published, sha256, fetchedAt },
      matcher: MATCHER,
      hits,
    };
  }
}
