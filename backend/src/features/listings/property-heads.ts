import { Inject, Injectable } from '@nestjs/common';
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';
import { LIMITS, LISTING } from '@tknest/contracts/rules';
import { QueryBus } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { RateLimiter } from '#platform/sessions/rate-limiter.js';
import type { Session } from '#platform/sessions/session.js';
import type { FindHead, FoundPage, PageHead } from '#platform/http/page-heads.js';
import { mayFindOrNot } from './may-find.js';
import { PREVIEW, type Pictured } from './previews/preview-picture.js';
import { ShowProfile } from './use-cases/show-profile/show-profile.query.js';
import { PropertyMomentRow } from './read-models/history/history.entities.js';
import { Property } from './read-models/property/property.entity.js';

type FixedHead = Pick<PageHead, 'title' | 'description'> & { alt: string };
/** The pages that say the same to everybody, by the name of their picture, and what it shows. */
export const FIXED = {
  landing: {
    path: '/',
    title: 'Fund property. Get paid from rent.',
    description:
      'Landlords raise funding by selling tokens linked to a rental property; investors receive a monthly rent share.',
    alt: 'A street of houses with lit windows',
    pictured: {
      lead: 'Landlords sell tokens linked to a rental property. Investors get a share of the rent.',
      house: { id: 0, share: 0.7 },
    },
  },
  properties: {
    path: '/properties',
    title: 'Properties',
    description: 'Rental homes whose landlords sell tokens, and what each token pays back from the rent.',
    alt: 'A house whose lit windows are sold tokens',
    pictured: {
      lead: 'Rental homes whose landlords sell tokens, and what each token pays back.',
      house: { id: 3, share: 0.5 },
    },
  },
} as const satisfies Record<string, FixedHead & { path: string; pictured: Pick<Pictured, 'lead' | 'house'> }>;

const SEEN_MS = 5_000;
const SEEN_MAX = 200;

/** Titles, descriptions and preview pictures in the shell, with only what strangers may see. */
@Injectable()
export class PropertyHeads {
  private readonly profiles = new Map<number, { at: number; answers: Promise<FoundPage['answers']> }>();

  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly queries: QueryBus,
    private readonly limiter: RateLimiter,
  ) {}

  /** @param id as in the page's address */
  async of(id: string, session: Session | null, network: string): ReturnType<FindHead> {
    if (!LISTING.idPattern.test(id)) return null;
    const row = await this.db.getRepository(Property).findOneBy({ id: Number(id) });
    const listing = await mayFindOrNot(this.store, row, session);
    if (!row || !listing) return null;
    if (listing.hidden) return { head: null };
    const end = await endOf(row, this.db);
    // The number of sold tokens and the end of the sale make services ask for the new picture.
    const state = [row.tokensSold, ...(end?.toLowerCase().split(' ') ?? [])].join('-');
    const picture = `property-${row.id}.png?sold=${state}`;
    const answers = session ? undefined : await this.seen(row.id, network);
    return { head: this.headed(headOf(row, end), `/properties/${row.id}`, picture), answers };
  }

  /**
   * What a visitor sees of a property, at most a few seconds old, so that many visitors cost one look. Looks count as
   * calls for it do; beyond the limit, the page's program asks and tells of it.
   */
  private async seen(id: number, network: string): Promise<FoundPage['answers']> {
    const known = this.profiles.get(id);
    if (known && known.at > Date.now() - SEEN_MS) return known.answers;
    const mayLook = await this.limiter.take(LIMITS.propertyProfile, network).catch((error: unknown) => {
      if (error instanceof Refused) return null;
      throw error;
    });
    if (!mayLook) return undefined;
    const profile = this.queries.execute(new ShowProfile(id, null));
    const answers = profile.then((view) => ({ [`api/properties/${id}/profile`]: view }));
    if (this.profiles.size >= SEEN_MAX) this.profiles.clear();
    this.profiles.set(id, { at: Date.now(), answers });
    return answers;
  }

  /** The landing page and the marketplace. */
  async fixed(name: keyof typeof FIXED): ReturnType<FindHead> {
    return { head: this.headed(FIXED[name], FIXED[name].path, `${name}.png`) };
  }

  private headed({ title, description, alt }: FixedHead, path: string, picture: string): PageHead {
    const at = (to: string) => new URL(to, this.config.publicUrl).href;
    return {
      title,
      description,
      address: at(path),
      picture: { address: at(`/api/previews/${picture}`), alt, ...PREVIEW },
    };
  }
}

const RATE = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const rlusd = (amount: string) => `${formatRlusd(parseRlusd(amount))} RLUSD`;

/** `6.5%`, `172 of 250 tokens sold`: as previews say them. */
export const rateOf = ({ monthlyRate }: Property): string => `${RATE.format(Number(monthlyRate))}%`;
export const soldOf = ({ tokensSold, tokenCount }: Property): string =>
  `${tokensSold.toLocaleString('en-US')} of ${tokenCount.toLocaleString('en-US')} tokens sold`;

/** Why no token of a property can be bought; null if some can. */
export async function endOf(row: Property, db: DataSource): Promise<string | null> {
  const { id: propertyId, status, tokensSold, tokenCount } = row;
  const isClosed = status === 'closing' || status === 'closed';
  const isPaidOff = isClosed && (await db.getRepository(PropertyMomentRow).existsBy({ propertyId, kind: 'paid-off' }));
  if (isPaidOff) return 'Loan paid off';
  if (tokensSold >= tokenCount) return 'All tokens sold';
  if (isClosed) return 'Sale closed';
  return row.pausedByAdmin || row.pausedByCheck ? 'Sales paused' : null;
}

/** One or two sentences about a property for link previews. @param end why no token can be bought, if so */
export function headOf(row: Property, end: string | null = null): FixedHead {
  const { city } = row;
  const sold = `${end ? `${end.toLowerCase()}, ` : ''}${soldOf(row)}`;
  return {
    title: row.name,
    description:
      `${city ? `A rental property in ${city}` : 'A rental property'}: ${sold}, ${rlusd(row.tokenPrice)} each. ` +
      `${rateOf(row)} APR over ${row.termMonths} months from a monthly rent of ${rlusd(row.monthlyRent)}.`,
    alt: `${row.name}: a house whose lit windows are sold tokens, ${sold}`,
  };
}
