import type { ProviderStatus } from '@tknest/contracts/events';
import { createHmac } from 'node:crypto';
import {
  callProvider,
  ProviderUnavailable,
  type NewVerification,
  type ProviderReport,
  type VerificationGateway,
} from './provider.js';

const LINK_SECONDS = 1_800;

export interface SumsubSettings {
  url: string;
  appToken: string;
  secretKey: string;
  levelName: string;
}

/** Lowercase hex HMAC-SHA256 over time, method, path with query, and the bytes of the body. */
export const signSumsubCall = (secret: string, seconds: string, method: string, path: string, body: string): string =>
  createHmac('sha256', secret)
    .update(seconds + method + path + body, 'utf8')
    .digest('hex');

/** Sumsub's applicants (docs.sumsub.com/reference). */
export class SumsubGateway implements VerificationGateway {
  readonly provider = 'sumsub';

  constructor(
    private readonly settings: SumsubSettings,
    private readonly now: () => Date,
  ) {}

  async create({ externalId, person, sandboxWallet }: NewVerification): Promise<string> {
    const fixedInfo = person && {
      firstName: person.firstName,
      lastName: person.lastName,
      ...(person.dateOfBirth && { dob: person.dateOfBirth }),
    };
    const answer = await this.call(
      'POST',
      `/resources/applicants?levelName=${encodeURIComponent(this.settings.levelName)}`,
      {
        externalUserId: externalId,
        ...(fixedInfo && { fixedInfo }),
        ...(sandboxWallet && { metadata: [{ key: 'wallet', value: sandboxWallet }] }),
      },
    );
    if (typeof answer?.id !== 'string') throw new ProviderUnavailable('Sumsub’s answer contains no applicant');
    return answer.id;
  }

  async link({ externalId, returnUrl }: { externalId: string; returnUrl: string }): Promise<string> {
    const answer = await this.call('POST', '/resources/sdkIntegrations/levels/-/websdkLink', {
      levelName: this.settings.levelName,
      userId: externalId,
      redirect: { successUrl: returnUrl, rejectUrl: returnUrl },
      ttlInSecs: LINK_SECONDS,
    });
    return new URL(String(answer?.url)).href;
  }

  async report(providerId: string): Promise<ProviderReport> {
    const askedAt = this.now().toISOString();
    const applicant = await this.call('GET', `/resources/applicants/${encodeURIComponent(providerId)}/one`);
    const review = applicant?.review ?? {};
    const { firstName, lastName, dob = null } = applicant?.info ?? {};
    return {
      status: applicant?.deleted ? 'redacted' : statusOf(review),
      // Only decisions have a time; any other state applies from now.
      since: review.reviewStatus === 'completed' && review.reviewDate ? timeOf(review.reviewDate) : askedAt,
      person: firstName && lastName ? { firstName, lastName, dateOfBirth: dob } : null,
      comment: review.reviewResult?.clientComment ?? review.reviewResult?.moderationComment ?? null,
    };
  }

  async redact(providerId: string): Promise<boolean> {
    try {
      await this.call('PATCH', `/resources/applicants/${encodeURIComponent(providerId)}/presence/deactivated`);
      return (await this.report(providerId)).status === 'redacted';
    } catch (error) {
      if (error instanceof ProviderUnavailable && error.status === 404) return true;
      throw error;
    }
  }

  private call(method: string, path: string, payload?: object): Promise<any> {
    const body = payload ? JSON.stringify(payload) : '';
    const seconds = String(Math.floor(this.now().getTime() / 1000));
    return callProvider(this.settings.url + path, {
      method,
      headers: {
        'X-App-Token': this.settings.appToken,
        'X-App-Access-Ts': seconds,
        'X-App-Access-Sig': signSumsubCall(this.settings.secretKey, seconds, method, path, body),
        ...(payload && { 'Content-Type': 'application/json' }),
      },
      ...(payload && { body }),
    });
  }
}

/** Both "2026-01-15 10:00:00.000" and "2026-01-15 10:00:00+0000" are UTC. */
export const timeOf = (text: string): string =>
  new Date(`${text.slice(0, 19).replace(' ', 'T')}${/^\.\d+/.exec(text.slice(19))?.[0] ?? ''}Z`).toISOString();

function statusOf({ reviewStatus, reviewResult }: any): ProviderStatus {
  if (reviewStatus === 'completed') {
    if (reviewResult?.reviewAnswer === 'GREEN') return 'approved';
    return reviewResult?.reviewRejectType === 'RETRY' ? 'retry' : 'declined';
  }
  if (reviewStatus === 'onHold') return 'needs_review';
  return reviewStatus === 'init' || !reviewStatus ? 'pending' : 'in_progress';
}
