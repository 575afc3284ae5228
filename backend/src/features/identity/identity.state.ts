import type {
  DecisionCode,
  DocumentRecord,
  DocumentScan,
  IdentityEvent,
  KycOutcome,
  KycRole,
  ProviderStatus,
  RiskLevel,
  SuspensionCode,
  VerificationProvider,
} from '@tknest/contracts/events';
import type { Folded } from '#platform/event-store/decider.js';

export interface RoleStanding {
  applicationId: string;
  status: KycOutcome;
  provider: 'platform' | VerificationProvider;
  decidedBy: 'policy' | 'provider' | 'reviewer';
  code: DecisionCode | null;
  riskLevel: RiskLevel;
  flags: readonly string[];
  expiresAt: string | null;
}

/** A verification with a provider, as last reported. */
export interface ProviderCheck {
  role: KycRole;
  provider: VerificationProvider;
  externalId: string;
  providerId: string;
  status: ProviderStatus;
  /** ISO 8601; null if nothing was reported yet. */
  since: string | null;
  reportItem: string | null;
  /** The provider withdrew an earlier approval: an officer must decide. */
  withdrawn: boolean;
}

export interface Form {
  applicationId: string;
  applicationItem: string;
}

/** The decision on a case about a verification; it applies to that application only. */
export interface Review {
  applicationId: string;
  decision: 'clear' | 'reject';
}

/** One person's verification, by role: being verified as investor does not mean being verified as landlord. */
export interface IdentityState {
  standing: Partial<Record<KycRole, RoleStanding>>;
  forms: Partial<Record<KycRole, Form>>;
  /** By the platform's id of each check; the last one of a role counts. */
  checks: ReadonlyMap<string, ProviderCheck>;
  reviews: Partial<Record<KycRole, Review>>;
  /** Vault items that name the person, by role, oldest first: every form and every report, whatever the outcome. */
  named: Readonly<Record<KycRole, readonly string[]>>;
  documents: ReadonlyMap<string, DocumentRecord>;
  /** Scan results of documents that answered a question, by document. */
  scannedAnswers: ReadonlyMap<string, DocumentScan>;
  applications: ReadonlySet<string>;
  /** Roles whose verification was revoked or ended by an officer: policy alone does not verify them again. */
  revoked: ReadonlySet<KycRole>;
  suspensions: ReadonlySet<SuspensionCode>;
  /** `asked`: requested. `erased`: nothing more is accepted until the person applies again. */
  erasure: 'none' | 'asked' | 'erased';
  /** The erasure that is carried out after its delay. */
  erasureDue: { notBefore: string; discardUnseen: boolean } | null;
  retainedUntil: string | null;
  /** Verifications that a provider was asked to delete, by external id. */
  redactions: ReadonlyMap<string, { provider: VerificationProvider; externalId: string; providerId: string }>;
  /** `<role> <expiresAt> <days>` of each notice given. */
  noticed: ReadonlySet<string>;
}

export const unknownPerson: IdentityState = {
  standing: {},
  forms: {},
  checks: new Map(),
  reviews: {},
  named: { investor: [], landlord: [] },
  documents: new Map(),
  scannedAnswers: new Map(),
  applications: new Set(),
  revoked: new Set(),
  suspensions: new Set(),
  erasure: 'none',
  erasureDue: null,
  retainedUntil: null,
  redactions: new Map(),
  noticed: new Set(),
};

/** The verification with a provider that counts for a role: the one that was started last. */
export const checkOf = (state: IdentityState, role: KycRole): ProviderCheck | undefined =>
  [...state.checks.values()].filter((check) => check.role === role).at(-1);

export const noticeKey = (role: KycRole, expiresAt: string, days: number) => `${role} ${expiresAt} ${days}`;

export function evolveIdentity(state: IdentityState, event: IdentityEvent): IdentityState {
  switch (event.type) {
    case 'KycSubmitted': {
      const { role, applicationId, applicationItem, documents } = event.data;
      return {
        ...state,
        applications: new Set(state.applications).add(applicationId),
        forms: { ...state.forms, [role]: { applicationId, applicationItem } },
        named: withItem(state.named, role, applicationItem),
        documents: new Map([...state.documents, ...documents.map((document) => [document.id, document] as const)]),
        erasure: 'none',
        erasureDue: null,
      };
    }
    case 'KycDecided': {
      const { wallet: _wallet, role, ...standing } = event.data;
      return { ...state, standing: { ...state.standing, [role]: standing } };
    }
    case 'VerificationStarted': {
      const { wallet: _wallet, ...started } = event.data;
      const check = { ...started, status: 'pending', since: null, reportItem: null, withdrawn: false } as const;
      return {
        ...state,
        erasure: 'none',
        erasureDue: null,
        checks: new Map(state.checks).set(started.externalId, check),
      };
    }
    case 'VerificationReported':
      return reported(state, event.data);
    case 'VerificationReviewed': {
      const { role, applicationId, decision } = event.data;
      const reviews = { ...state.reviews, [role]: { applicationId, decision } };
      return { ...state, reviews, revoked: decision === 'clear' ? without(state.revoked, role) : state.revoked };
    }
    case 'DocumentScanned': {
      const { documentId, scan } = event.data;
      const document = state.documents.get(documentId);
      if (!document) return { ...state, scannedAnswers: new Map(state.scannedAnswers).set(documentId, scan) };
      const scanned = { ...document, scan };
      return { ...state, documents: new Map(state.documents).set(document.id, scanned) };
    }
    case 'VerificationRevoked': {
      const { role } = event.data;
      const before = state.standing[role];
      const withdrawn = { status: 'rejected', code: 'verification-revoked', expiresAt: null } as const;
      const { [role]: _review, ...reviews } = state.reviews;
      return {
        ...state,
        reviews,
        standing:
          before?.status === 'verified' ? { ...state.standing, [role]: { ...before, ...withdrawn } } : state.standing,
        revoked: new Set(state.revoked).add(role),
      };
    }
    case 'WalletSuspended':
      return { ...state, suspensions: new Set(state.suspensions).add(event.data.code) };
    case 'WalletReinstated':
      return { ...state, suspensions: without(state.suspensions, event.data.code) };
    case 'VerificationExpiryNoticed': {
      const { role, expiresAt, days } = event.data;
      return { ...state, noticed: new Set(state.noticed).add(noticeKey(role, expiresAt, days)) };
    }
    case 'ErasureRequested':
      return { ...state, erasure: 'asked' };
    case 'ErasureScheduled': {
      const { notBefore, discardUnseen } = event.data;
      return { ...state, erasureDue: { notBefore, discardUnseen } };
    }
    case 'ErasureStopped':
      return { ...state, erasure: 'none', erasureDue: null };
    case 'PersonErased': {
      const { retainedUntil, redactions } = event.data;
      const asked = redactions.map((one) => [one.externalId, one] as const);
      return {
        ...unknownPerson,
        revoked: state.revoked,
        suspensions: state.suspensions,
        applications: state.applications,
        erasure: 'erased',
        retainedUntil,
        redactions: new Map([...state.redactions, ...asked]),
      };
    }
    case 'RedactionConfirmed': {
      const redactions = new Map(state.redactions);
      redactions.delete(event.data.externalId);
      return { ...state, redactions };
    }
    case 'RetentionEnded':
      return { ...state, retainedUntil: null };
    default:
      return state;
  }
}

function reported(
  state: IdentityState,
  { externalId, status, since, reportItem }: Extract<IdentityEvent, { type: 'VerificationReported' }>['data'],
): IdentityState {
  const check = state.checks.get(externalId);
  if (!check) return state;
  const withdrawn = status !== 'approved' && (check.withdrawn || check.status === 'approved');
  const next = { ...check, status, since, reportItem: reportItem ?? check.reportItem, withdrawn };
  const named = reportItem ? withItem(state.named, check.role, reportItem) : state.named;
  return { ...state, named, checks: new Map(state.checks).set(externalId, next) };
}

const withItem = (named: IdentityState['named'], role: KycRole, item: string): IdentityState['named'] => ({
  ...named,
  [role]: [...named[role], item],
});

function without<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const less = new Set(set);
  less.delete(item);
  return less;
}

export const identityStream = (wallet: string) => `identity-${wallet}`;
/** The stream and its fold, for commands and queries. */
export const identityFold = (wallet: string): Folded<IdentityState, IdentityEvent> => ({
  stream: identityStream(wallet),
  initialState: unknownPerson,
  evolve: evolveIdentity,
});
