import type { DomainEvent } from './catalogue.js';

/** The purpose of a ledger transaction's hash. */
export interface JournaledTransaction {
  hash: string;
  /** The payment, manual issuance or redemption, depending on `leg`; null for everything else. */
  ownerId: string | null;
  leg: string;
}

type Journaling = Extract<DomainEvent, { type: (typeof JOURNALING)[number] }>;

const one = (hash: string, leg: string, ownerId: string | null = null): JournaledTransaction[] => [
  { hash, ownerId, leg },
];

/** Steps of a manual or automatic issuance, in addition to the legs of payments. */
const HAND_LEGS = { issue: 'hand-issue', authorise: 'hand-authorise' } as const;

/**
 * Events that journal transactions before they are sent, or accept them as known. They tell reconciliation what the
 * platform's accounts have signed: a new kind of platform transaction needs its event here, and a test fails without
 * it.
 */
export const JOURNALING = [
  'LegSigned',
  'LateSignatureRecorded',
  'LatePrincipalFound',
  'TokenIssuanceSubmitted',
  'TokenRedemptionSubmitted',
  'XrpReturnSubmitted',
  'AnchorSubmitted',
  'AccountTransactionsBegun',
  'UnknownTransactionSettled',
  'PayoutWindowSigned',
  'EscrowPosted',
  'FeesPosted',
] as const satisfies readonly DomainEvent['type'][];

/** The transactions that one of these events journals. */
export function journaledBy({ type, data }: Journaling): JournaledTransaction[] {
  switch (type) {
    case 'LegSigned':
    case 'LateSignatureRecorded':
      return one(data.hash, data.leg, data.paymentId);
    case 'LatePrincipalFound':
      return one(data.hash, 'recipient', data.paymentId);
    case 'TokenIssuanceSubmitted':
      return one(data.hash, HAND_LEGS[data.step], data.issuanceId);
    case 'TokenRedemptionSubmitted':
      return one(data.hash, 'redemption', data.redemptionId);
    case 'XrpReturnSubmitted':
      return one(data.hash, 'xrp-return');
    case 'AnchorSubmitted':
      return one(data.hash, 'anchor');
    case 'AccountTransactionsBegun':
      return data.transactions.flatMap(({ hash }) => one(hash, 'set-up'));
    case 'UnknownTransactionSettled':
      return data.hash && data.how === 'adopted' ? one(data.hash, 'set-up') : [];
    case 'PayoutWindowSigned':
      return data.attempts.flatMap(({ hash }) => one(hash, 'payout'));
    case 'EscrowPosted':
    case 'FeesPosted':
      return data.hash && (data.kind === 'arrival' || data.kind === 'clawed-back') ? one(data.hash, data.kind) : [];
  }
}
