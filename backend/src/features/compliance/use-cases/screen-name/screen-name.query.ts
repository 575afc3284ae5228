import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ScreeningResult } from '@tknest/contracts/api';
import { EXACT_LINE, matchView, NAME_LINE, Screening, strictest } from '#features/screening/module.public.js';

/** Screens a name against the sanctions list; nothing is stored. */
export class ScreenName extends Query<ScreeningResult> {
  constructor(
    readonly name: string,
    readonly explained: boolean,
  ) {
    super();
  }
}

const NEAR_SHOWN = 3;

@QueryHandler(ScreenName)
export class ScreenNameHandler implements IQueryHandler<ScreenName> {
  constructor(private readonly screening: Screening) {}

  /** Screened as a person's name and as a company's, because a name alone does not tell which it is. */
  async execute({ name, explained }: ScreenName): Promise<ScreeningResult> {
    const subject = { names: [name], birthDate: null, countries: [] };
    const reports = await Promise.all(
      (['individual', 'entity'] as const).map((kind) => this.screening.screen({ kind, ...subject })),
    );
    const { status, riskLevel, reason, list } = strictest(reports);
    const best = (hits: 'hits' | 'near') =>
      explained
        ? reports
            .flatMap((report) => report[hits])
            .sort((a, b) => b.score - a.score)
            .map(matchView)
        : [];
    return {
      name,
      status,
      riskLevel,
      reason: explained || status === 'approved' || !list ? reason : 'An officer must review the name',
      matches: best('hits'),
      near: best('near').slice(0, NEAR_SHOWN),
      list,
      lines: { review: NAME_LINE, exact: EXACT_LINE },
      explained,
    };
  }
}
