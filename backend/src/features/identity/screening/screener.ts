import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { ScreeningMatch, ScreeningResult } from '@tknest/contracts/api';
import type { ScreeningRecord } from '@tknest/contracts/events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldName } from './fold-name.js';
import { readOfacList, type SanctionsList } from './ofac-list.js';

const MATCHER = 'exact-normalised/1';
const BUNDLED = {
  published: '2024-05-03',
  folder: path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../data/sanctions/ofac-2024-05-03'),
};
const MATCHES_MAX = 10;

export interface Screening extends ScreeningResult {
  list: Pick<SanctionsList, 'name' | 'published' | 'sha256'> | null;
}

/** A screening as the log keeps it: listed entities only, not the name that was asked. */
export const recordOf = ({ list, status, matches }: Screening): ScreeningRecord => ({
  list: list?.name ?? 'none',
  published: list?.published ?? '',
  listSha256: list?.sha256 ?? '',
  matcher: MATCHER,
  outcome: status,
  hits: matches.map(({ entityNumber, score }) => ({ entityNumber, score })),
});

/** Screens names against the bundled list by exact match of normalised names. Without a list nobody is approved. */
@Injectable()
export class Screener implements OnModuleInit {
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

  async screen(name: string): Promise<Screening> {
    await this.loading;
    if (!this.list)
      return {
        name,
        status: 'pending',
        riskLevel: 'medium',
        reason: 'The sanctions list is not available at the moment',
        matches: [],
        list: null,
      };
    const { name: list, published, sha256 } = this.list;
    const matches = (this.list.byName.get(foldName(name)) ?? []).slice(0, MATCHES_MAX).map((party): ScreeningMatch => ({
      name: party.name,
      score: 1,
      list,
      entityNumber: party.entityNumber,
      program: party.program,
      type: party.type,
    }));
    const hit = matches.length > 0;
    return {
      name,
      status: hit ? 'rejected' : 'approved',
      riskLevel: hit ? 'high' : 'low',
      reason: hit ? 'The name is on a sanctions list' : `No match in the ${list} list of ${published}`,
      matches,
      list: { name: list, published, sha256 },
    };
  }
}
