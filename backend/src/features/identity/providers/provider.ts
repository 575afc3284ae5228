import type { ProviderStatus, VerificationProvider } from '@tknest/contracts/events';
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import type { StatedPerson } from '../names-agree.js';

/** What a provider says of a verification. */
export interface ProviderReport {
  status: ProviderStatus;
  /** ISO 8601: since when this state applies. */
  since: string;
  /** As the provider has read it from the documents; null if it knows no name. */
  person: StatedPerson | null;
  /** For officers; it may hold personal data. */
  comment: string | null;
}

export interface NewVerification {
  /** Our name of it, random: the provider learns nothing of the wallet by it. */
  externalId: string;
  /** What the person has already told the platform. */
  person: StatedPerson | null;
  /** Where the provider's page leads back to. */
  returnUrl: string;
  /** Set where the provider is the sandbox's, whose controls list verifications by wallet. */
  sandboxWallet: string | null;
}

/** A company that verifies people: Persona, Sumsub. Its webhooks are only hints; its API is asked for the state. */
export interface VerificationGateway {
  readonly provider: VerificationProvider;
  /** @returns the provider's own id. @throws ProviderUnavailable */
  create(verification: NewVerification): Promise<string>;
  /** The page where the person continues; valid for a limited time. @throws ProviderUnavailable */
  link(verification: NewVerification & { providerId: string }): Promise<string>;
  /** @throws ProviderUnavailable */
  report(providerId: string): Promise<ProviderReport>;
  /** Asks the provider to delete the person's data. @returns true once it has @throws ProviderUnavailable */
  redact(providerId: string): Promise<boolean>;
}

export const GATEWAYS = Symbol('VerificationGateways');
/** The providers that this deployment is set up for. */
export type Gateways = Partial<Record<VerificationProvider, VerificationGateway>>;

export class ProviderUnavailable extends TryAgainLater {
  constructor(
    message: string,
    /** HTTP status of the answer; null if there was none. */
    readonly status: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ProviderUnavailable';
  }
}

const TIMEOUT_MS = 10_000;
const ANSWER_MAX = 2_000_000;

/**
 * One call of a provider's API: limited in time and size, redirects refused. The error contains neither request nor
 * answer, because both have personal data.
 * @throws ProviderUnavailable
 */
export async function callProvider(url: string, init: RequestInit): Promise<any> {
  const what = `${init.method ?? 'GET'} ${new URL(url).host}`;
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await answer.text();
    if (!answer.ok) throw new ProviderUnavailable(`${what} answered ${answer.status}`, answer.status);
    if (text.length > ANSWER_MAX) throw new ProviderUnavailable(`${what} sent an answer that is too large`);
    return text ? JSON.parse(text) : null;
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    throw new ProviderUnavailable(`${what} did not answer: ${(error as Error).name}`, null, { cause: error });
  }
}

/** The latest of some moments, as ISO 8601 in UTC. */
export const latestOf = (moments: readonly (string | null | undefined)[]): string =>
  new Date(Math.max(...moments.flatMap((moment) => (moment ? Date.parse(moment) : [])))).toISOString();
