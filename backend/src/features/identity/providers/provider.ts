import type { ProviderStatus, VerificationProvider } from '@tknest/contracts/events';
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import type { StatedPerson } from '../names-agree.js';

/** A provider's report on a verification. */
export interface ProviderReport {
  status: ProviderStatus;
  /** ISO 8601: since when this state applies. */
  since: string;
  /** As read from the documents by the provider; null if it knows no name. */
  person: StatedPerson | null;
  /** For officers; it may hold personal data. */
  comment: string | null;
}

export interface NewVerification {
  /** The platform's id for it, random, so that the provider learns nothing about the wallet. */
  externalId: string;
  /** What the person has already told the platform. */
  person: StatedPerson | null;
  /** The URL to which the provider's page returns. */
  returnUrl: string;
  /** Set only for the sandbox's provider, whose controls list verifications by wallet. */
  sandboxWallet: string | null;
}

/** A company that verifies people: Persona or Sumsub. Its webhooks are only hints; the state is read from its API. */
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
/** The providers that this deployment has settings for. */
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
 * response, because both contain personal data.
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

/** The latest of some times, as ISO 8601 in UTC. @throws ProviderUnavailable if none is readable */
export function latestOf(moments: readonly (string | null | undefined)[]): string {
  const latest = Math.max(...moments.map((moment) => Date.parse(moment ?? '')).filter((time) => !Number.isNaN(time)));
  if (!Number.isFinite(latest)) throw new ProviderUnavailable('The provider’s answer has no time of its state');
  return new Date(latest).toISOString();
}
