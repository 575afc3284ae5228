/** The live feed, `GET /api/live`: which read models have changed, as far as that concerns the listener. */
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';

/**
 * Who may learn that a read model has changed. `public`: everybody, if the event is about a property; `own`: the
 * wallets that the event names, or, if it names none, the landlord and holders of the property; `office`: admins,
 * auditors and compliance officers, who learn everything.
 */
export type Reach = 'public' | 'own' | 'office';

/** Every read model, by the name that the feed gives it. */
export const READ_MODELS = {
  properties: 'public',
  'property-history': 'public',
  loans: 'public',
  market: 'public',
  purchases: 'own',
  movements: 'own',
  transactions: 'own',
  'sign-requests': 'own',
  'payment-endings': 'own',
  payouts: 'own',
  persons: 'own',
  verifications: 'own',
  notifications: 'own',
  cases: 'own',
  'compliance-cases': 'own',
  'token-redemptions': 'own',
  'token-issuances': 'office',
  proposals: 'office',
  timeline: 'office',
  'log-parties': 'office',
  'leg-hashes': 'office',
} as const satisfies Record<string, Reach>;

export type ReadModelName = keyof typeof READ_MODELS;

/** The data of an event `changed` of the feed. */
export interface LiveChange {
  readModels: ReadModelName[];
  /** The only properties with public changes. Left out if they are not known; then any property may have changed. */
  properties?: number[];
}

export const LIVE_TOPICS = ['own', 'office', 'properties'] as const;
const TOPIC = `(${LIVE_TOPICS.join('|')}|property:[1-9]\\d{0,8})`;

/** `topics`: what to listen to, separated by commas; if not set, everything that the session may hear. */
export class LiveQuery {
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  @Matches(new RegExp(`^(${TOPIC}(,${TOPIC})*)?$`), {
    message: `topics must be ${LIVE_TOPICS.join(', ')} or property:<number>, separated by commas`,
  })
  topics?: string;
}
