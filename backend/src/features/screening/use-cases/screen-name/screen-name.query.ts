import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ScreeningResult } from '@tknest/contracts/api';
import { Screening } from '../../screening.js';

/** What the sanctions list says of a name; nothing of it is kept. */
export class ScreenName extends Query<ScreeningResult> {
  constructor(readonly name: string) {
    super();
  }
}

@QueryHandler(ScreenName)
export class ScreenNameHandler implements IQueryHandler<ScreenName> {
  constructor(private readonly screening: Screening) {}

  async execute({ name }: ScreenName): Promise<ScreeningResult> {
    const report = await this.screening.screen({ kind: 'individual', names: [name], birthDate: null, countries: [] });
    const { status, riskLevel, reason } = report;
    const matches = report.hits.map(({ programs, ...hit }) => ({ ...hit, program: programs.join(', ') }));
    return { name, status, riskLevel, reason, matches };
  }
}
