import type { ProviderStatus } from '@tknest/contracts/events';
import {
  callProvider,
  latestOf,
  ProviderUnavailable,
  type NewVerification,
  type ProviderReport,
  type VerificationGateway,
} from './provider.js';

/** Pinned: a newer version of the API may answer differently. */
const API_VERSION = '2025-12-08';
const LINK_SECONDS = 86_400;

const STATUSES: Readonly<Record<string, ProviderStatus>> = {
  created: 'pending',
  expired: 'expired',
  pending: 'in_progress',
  completed: 'in_progress',
  needs_review: 'needs_review',
  approved: 'approved',
  declined: 'declined',
  failed: 'retry',
};

/**
 * The times at which an inquiry came into a state. Others that it carries are none: `expires-at` lies in the future,
 * and `updated-at` changes with every note.
 */
const STATE_TIMES = [
  'created-at',
  'started-at',
  'completed-at',
  'failed-at',
  'marked-for-review-at',
  'decisioned-at',
  'expired-at',
  'redacted-at',
];

export interface PersonaSettings {
  url: string;
  key: string;
  templateId: string;
}

/** Persona's inquiries (persona-openapi, version 2025-12-08). */
export class PersonaGateway implements VerificationGateway {
  readonly provider = 'persona';

  constructor(private readonly settings: PersonaSettings) {}

  async create({ externalId, person, sandboxWallet }: NewVerification): Promise<string> {
    const fields = person && {
      'name-first': person.firstName,
      'name-last': person.lastName,
      ...(person.dateOfBirth && { birthdate: person.dateOfBirth }),
    };
    const body = {
      data: {
        attributes: {
          'inquiry-template-id': this.settings.templateId,
          'reference-id': externalId,
          ...(fields && { fields }),
          ...(sandboxWallet && { tags: [`wallet:${sandboxWallet}`] }),
        },
      },
    };
    return idOf(await this.call('POST', '/inquiries', body, externalId));
  }

  async link({ providerId, returnUrl }: { providerId: string; returnUrl: string }): Promise<string> {
    const answer = await this.call('POST', `/inquiries/${encodeURIComponent(providerId)}/generate-one-time-link`, {
      meta: { 'expires-in-seconds': LINK_SECONDS },
    });
    const link = new URL(String(answer?.meta?.['one-time-link']));
    link.searchParams.set('redirect-uri', returnUrl);
    return link.href;
  }

  async report(providerId: string): Promise<ProviderReport> {
    const answer = await this.call('GET', `/inquiries/${encodeURIComponent(providerId)}`);
    const inquiry = answer?.data?.attributes ?? {};
    const status = inquiry['redacted-at'] ? 'redacted' : STATUSES[inquiry.status as string];
    if (!status) throw new ProviderUnavailable(`Persona returned an unknown status: ${String(inquiry.status)}`);
    const field = (name: string): string | null => inquiry.fields?.[name]?.value || null;
    const [firstName, lastName] = [field('name-first'), field('name-last')];
    return {
      status,
      since: latestOf(STATE_TIMES.map((name) => inquiry[name])),
      person: firstName && lastName ? { firstName, lastName, dateOfBirth: field('birthdate') } : null,
      comment: inquiry.note ?? null,
    };
  }

  async redact(providerId: string): Promise<boolean> {
    try {
      const answer = await this.call('DELETE', `/inquiries/${encodeURIComponent(providerId)}`);
      return Boolean(answer?.data?.attributes?.['redacted-at']);
    } catch (error) {
      if (error instanceof ProviderUnavailable && error.status === 404) return true;
      throw error;
    }
  }

  /** @param key idempotency key: a repeat with the same key and body is the same call. */
  private call(method: string, path: string, body?: object, key?: string): Promise<any> {
    return callProvider(this.settings.url + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.settings.key}`,
        'Persona-Version': API_VERSION,
        'Key-Inflection': 'kebab',
        ...(body && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}

function idOf(answer: any): string {
  const id = answer?.data?.id;
  if (typeof id !== 'string') throw new ProviderUnavailable('Persona’s answer contains no inquiry');
  return id;
}
