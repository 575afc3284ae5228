import type { ListRecord } from '@tknest/contracts/events';
import { levelOf, lineFor, type Qualifiers } from './bands.js';
import { whyNoneComparable } from './comparable.js';
import { compareBirthDate } from './list/birth-dates.js';
import { digitalAddressesIn, isLedgerAddress } from './list/digital-addresses.js';
import type { ListedParty, SanctionsList } from './list/listed-party.js';
import type { Breathe } from './list/ofac-list.js';
import type { NameMatch } from './matching/alignment.js';
import { Matcher, MATCHER } from './matching/matcher.js';
import { buildIndex } from './matching/name-index.js';
import type { ReportedHit, ScreeningReport, WordPair } from './report.js';
import type { ScreeningSubject } from './subject.js';

/** The lowest score, and the number, of names shown below the threshold. */
const NEAR_FROM = 0.6;
const NEAR_MAX = 3;

/** One set of lists, indexed. It answers synchronously and always uses the same lists. */
export class Screener {
  private constructor(
    private readonly matcher: Matcher,
    readonly record: ListRecord,
    private readonly parties: ReadonlyMap<string, ListedParty>,
    /** Entries by digital currency address, of any currency. */
    private readonly byAddress: ReadonlyMap<string, readonly ListedParty[]>,
  ) {}

  static async of(lists: readonly SanctionsList[], record: ListRecord, breathe: Breathe): Promise<Screener> {
    const parties = lists.flatMap((list) => list.parties);
    const matcher = new Matcher(await buildIndex(parties, breathe));
    const byKey = new Map(parties.map((party) => [keyOf(party), party]));
    return new Screener(matcher, record, byKey, addressesOf(parties));
  }

  /** The same entries with a new record, after they were fetched again unchanged. */
  as(record: ListRecord): Screener {
    return new Screener(this.matcher, record, this.parties, this.byAddress);
  }

  get matcherName(): string {
    return MATCHER;
  }

  get entries(): number {
    return this.parties.size;
  }

  /** The list's current entry; undefined if it is gone. */
  entry(list: string, entityNumber: string): ListedParty | undefined {
    return this.parties.get(keyOf({ list, entityNumber }));
  }

  /** Entries that name this address of any digital currency. */
  partiesOf(address: string): readonly ListedParty[] {
    return this.byAddress.get(address) ?? [];
  }

  /** XRP Ledger addresses on the lists. */
  get ledgerAddresses(): readonly string[] {
    return [...this.byAddress.keys()].filter(isLedgerAddress);
  }

  /** Compares every name of the subject with every listed name of its kind. */
  screen(subject: ScreeningSubject): ScreeningReport {
    const best = new Map<ListedParty, ReportedHit>();
    for (const name of subject.names)
      for (const match of this.matcher.find(name, subject.kind, NEAR_FROM, subject.birthDate?.value ?? null)) {
        const hit = reported(name, match, subject);
        const before = best.get(match.party);
        if (!before || closer(hit, before) < 0) best.set(match.party, hit);
      }
    const sorted = [...best.values()].sort(closer);
    const hits = sorted.filter((hit) => hit.score >= hit.line);
    const near = sorted.filter((hit) => hit.score < hit.line).slice(0, NEAR_MAX);
    const obstacle = whyNoneComparable(subject.names, subject.kind);
    const clean = obstacle ? 'pending' : 'approved';
    const status = hits.length === 0 ? clean : hits.some(({ level }) => level === 'high') ? 'rejected' : 'pending';
    return {
      status,
      riskLevel: ({ approved: 'low', pending: 'medium', rejected: 'high' } as const)[status],
      reason: obstacle && hits.length === 0 ? obstacle : this.reasonOf(hits),
      list: this.record,
      matcher: MATCHER,
      hits,
      near,
    };
  }

  private reasonOf([first, ...more]: readonly ReportedHit[]): string {
    const { name, published } = this.record;
    if (!first) return `No match in the ${name} list of ${published}`;
    const others = more.length === 0 ? '' : more.length === 1 ? ', and one more' : `, and ${more.length} more`;
    const like = first.level === 'high' ? 'is the name of' : 'is like the name of';
    return `The name ${like} ${first.party.names[0]!.name} on the ${name} list (${first.party.programs.join(', ')})${others}`;
  }
}

function addressesOf(parties: readonly ListedParty[]): Map<string, ListedParty[]> {
  const byAddress = new Map<string, ListedParty[]>();
  for (const party of parties)
    for (const address of digitalAddressesIn(party.remarks))
      byAddress.set(address, [...(byAddress.get(address) ?? []), party]);
  return byAddress;
}

const keyOf = ({ list, entityNumber }: Pick<ListedParty, 'list' | 'entityNumber'>) => `${list}/${entityNumber}`;

/** By how far the score is above its threshold, then by the score. */
const closer = (a: ReportedHit, b: ReportedHit) =>
  Number(b.score >= b.line) - Number(a.score >= a.line) || b.score - a.score;

function reported(screenedName: string, match: NameMatch, subject: ScreeningSubject): ReportedHit {
  const { party } = match;
  const qualifiers = qualifiersOf(subject, party);
  // Shown and stored scores have three decimals, so the same rounding applies before comparing with the threshold.
  const score = Math.round(match.score * 1000) / 1000;
  return {
    list: party.list,
    entityNumber: party.entityNumber,
    entryHash: party.hash,
    score,
    level: levelOf({ ...match, score }, qualifiers),
    name: match.name,
    screenedName,
    line: lineFor(qualifiers),
    birthDate: qualifiers.birthDate,
    country: qualifiers.country,
    words: wordPairs(match),
    coarse: match.coarse,
    party,
  };
}

function qualifiersOf({ birthDate, countries }: ScreeningSubject, party: ListedParty): Qualifiers {
  const known = countries.length > 0 && party.countries.length > 0;
  return {
    birthDate: birthDate ? compareBirthDate(birthDate.value, party.birthDates) : 'unknown',
    birthDateConfirmed: birthDate?.confirmed ?? false,
    country: !known ? 'unknown' : countries.some((code) => party.countries.includes(code)) ? 'same' : 'differs',
  };
}

/** Words of the screened name in the order written, then the listed name's remaining words. */
function wordPairs({ screened, listed, pairs }: NameMatch): WordPair[] {
  const ofScreened = screened.map((unit): WordPair => {
    const { written } = unit;
    const pair = pairs.find((one) => one.screened === unit);
    return pair
      ? { screened: written, listed: pair.listed.written, how: pair.how, score: pair.score }
      : { screened: written, listed: null, how: 'none', score: 0 };
  });
  const left = listed.filter((unit) => !pairs.some((one) => one.listed === unit));
  return [
    ...ofScreened,
    ...left.map(({ written }): WordPair => ({ screened: null, listed: written, how: 'none', score: 0 })),
  ];
}
