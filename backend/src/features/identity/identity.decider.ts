import type { IdentityEvent, KycOutcome, KycRole, RiskLevel } from '@tknest/contracts/events';
import { Refused } from '../../platform/domain/refused.js';

export interface RoleStanding {
  status: KycOutcome;
  provider: string;
  reason: string | null;
  riskLevel: RiskLevel;
  expiresAt: string | null;
}

/** One person's verification, role by role: verified as investor is not verified as landlord. */
export interface IdentityState {
  standing: Partial<Record<KycRole, RoleStanding>>;
  documents: ReadonlyMap<string, { vaultItem: string; kind: string; mediaType: string }>;
  applications: ReadonlySet<string>;
  /** Roles whose verification was taken back: policy alone gives it to nobody again. */
  revoked: ReadonlySet<KycRole>;
  suspended: boolean;
}

export const unknownPerson: IdentityState = {
  standing: {},
  documents: new Map(),
  applications: new Set(),
  revoked: new Set(),
  suspended: false,
};

/** What a suspended person is told. */
export const suspended = () => new Refused('forbidden', 'This wallet is suspended: please contact the platform');

export type Submission = Extract<IdentityEvent, { type: 'KycSubmitted' }>['data'];

/** How long a verification holds, by policy. */
const VALID_YEARS = 1;

/** An admin suspends a wallet, or lifts it. Twice the same changes nothing. */
export function suspendWallet(
  command: { wallet: string; suspended: boolean; reason: string },
  state: IdentityState,
): IdentityEvent[] {
  const { wallet, reason } = command;
  if (state.suspended === command.suspended) return [];
  return [{ type: command.suspended ? 'WalletSuspended' : 'WalletReinstated', data: { wallet, reason } }];
}

/** An admin takes a verification back. @throws Refused where there is none */
export function revokeVerification(
  command: { wallet: string; role: KycRole; reason: string },
  state: IdentityState,
): IdentityEvent[] {
  if (state.standing[command.role]?.status !== 'verified')
    throw new Refused('conflict', `This wallet is not verified as ${command.role}`);
  return [{ type: 'VerificationRevoked', data: command }];
}

/**
 * Policy for a complete application: a clean screening verifies at once, a hit rejects, and where nothing could be
 * screened it stays pending: the screener fails closed.
 */
export function submitApplication(
  command: { submission: Submission; screening: 'approved' | 'pending' | 'rejected'; now: Date },
  state: IdentityState,
): IdentityEvent[] {
  const { submission, screening, now } = command;
  if (state.applications.has(submission.applicationId)) return [];
  if (state.suspended) throw suspended();
  if (state.standing[submission.role]?.status === 'verified' && !lapsed(state.standing[submission.role]!, now))
    throw new Refused('conflict', 'You are verified already');
  const { wallet, applicationId, role } = submission;
  const byPolicy = { approved: 'verified', pending: 'pending', rejected: 'rejected' }[screening] as KycOutcome;
  const outcome = byPolicy === 'verified' && state.revoked.has(role) ? 'pending' : byPolicy;
  const expiresAt = new Date(now);
  expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + VALID_YEARS);
  return [
    { type: 'KycSubmitted', data: submission },
    {
      type: 'KycDecided',
      data: {
        wallet,
        applicationId,
        role,
        status: outcome,
        riskLevel: { verified: 'low', pending: 'medium', rejected: 'high' }[outcome] as RiskLevel,
        reason: {
          verified: null,
          pending: 'Your application is reviewed by a person within 2-3 business days',
          rejected: 'Your application cannot be approved at this time',
        }[outcome],
        flags: { verified: [], pending: ['manual-review'], rejected: ['sanctions-match'] }[outcome],
        decidedBy: 'policy',
        provider: 'platform',
        expiresAt: outcome === 'verified' ? expiresAt.toISOString() : null,
      },
    },
  ];
}

export function lapsed(standing: RoleStanding, now: Date): boolean {
  return standing.expiresAt !== null && new Date(standing.expiresAt) <= now;
}

export function evolveIdentity(state: IdentityState, event: IdentityEvent): IdentityState {
  switch (event.type) {
    // Screenings stand in streams of their own today.
    case 'NameScreened':
      return state;
    case 'KycSubmitted':
      return {
        ...state,
        applications: new Set(state.applications).add(event.data.applicationId),
        documents: new Map([
          ...state.documents,
          ...event.data.documents.map(
            (d) => [d.id, { vaultItem: d.id, kind: d.kind, mediaType: d.mediaType }] as const,
          ),
        ]),
      };
    case 'KycDecided': {
      const { role, status, provider, reason, riskLevel, expiresAt } = event.data;
      return { ...state, standing: { ...state.standing, [role]: { status, provider, reason, riskLevel, expiresAt } } };
    }
    case 'VerificationRevoked': {
      const { role } = event.data;
      const withdrawn = { status: 'rejected', reason: 'Your verification was withdrawn', expiresAt: null } as const;
      return {
        ...state,
        standing: { ...state.standing, [role]: { ...state.standing[role]!, ...withdrawn } },
        revoked: new Set(state.revoked).add(role),
      };
    }
    case 'WalletSuspended':
      return { ...state, suspended: true };
    case 'WalletReinstated':
      return { ...state, suspended: false };
  }
}

export const identityStream = (wallet: string) => `identity-${wallet}`;
/** The stream and how it folds, for commands and questions that load it. */
export const identityFold = (wallet: string) => ({
  stream: identityStream(wallet),
  initialState: unknownPerson,
  evolve: (state: IdentityState, event: unknown): IdentityState => evolveIdentity(state, event as IdentityEvent),
});
