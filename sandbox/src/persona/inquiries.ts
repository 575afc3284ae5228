import { randomBytes } from 'node:crypto';
import { DurableMap } from '../shared/durable-map.js';
import { STEPS, viewInquiry, type Inquiry, type InquiryStatus } from './inquiry.js';

const LINK_SECONDS = 86_400;

export class NoSuchInquiry extends Error {}

/** The inquiries, on disk; every step is reported by webhook. */
export class Inquiries {
  constructor(
    private readonly inquiries: DurableMap<Inquiry>,
    private readonly tell: (subject: string, body: object) => Promise<void>,
  ) {}

  all(): Inquiry[] {
    return this.inquiries.values();
  }

  find(id: string): Inquiry {
    const inquiry = this.inquiries.get(id);
    if (!inquiry) throw new NoSuchInquiry(id);
    return inquiry;
  }

  findByCode(code: string): Inquiry | undefined {
    return this.all().find((each) => each.linkCode === code && each.linkExpiresAt > Date.now());
  }

  async create(wish: {
    templateId: string;
    referenceId: string | null;
    tags: string[];
    fields: Record<string, string>;
  }): Promise<Inquiry> {
    const inquiry: Inquiry = {
      id: `inq_${randomId()}`,
      ...wish,
      status: 'created',
      times: {},
      linkCode: null,
      linkExpiresAt: 0,
    };
    return this.step(inquiry, 'created');
  }

  /** A new one-time link; an older one ends. */
  async link(inquiry: Inquiry, seconds = LINK_SECONDS): Promise<string> {
    const linkCode = `us1-${randomId()}`;
    await this.inquiries.set(inquiry.id, { ...inquiry, linkCode, linkExpiresAt: Date.now() + seconds * 1000 });
    return linkCode;
  }

  async step(inquiry: Inquiry, status: InquiryStatus, changes: Partial<Inquiry> = {}): Promise<Inquiry> {
    const at = new Date().toISOString();
    const { event, time } = STEPS[status];
    const next = { ...inquiry, ...changes, status, times: { ...inquiry.times, [time]: at } };
    await this.inquiries.set(next.id, next);
    await this.tellOf(event, next, at);
    return next;
  }

  /** The whole way to a decision: what was not done yet is done first. */
  async decide(inquiry: Inquiry, status: InquiryStatus, fields: Record<string, string> = {}): Promise<Inquiry> {
    let at: Inquiry = { ...inquiry, fields: { ...inquiry.fields, ...fields } };
    if (at.status === 'created') at = await this.step(at, 'pending');
    if (at.status === 'pending') at = await this.step(at, 'completed');
    return at.status === status ? at : this.step(at, status);
  }

  async redact(inquiry: Inquiry): Promise<Inquiry> {
    const next = { ...inquiry, fields: {}, times: { ...inquiry.times, 'redacted-at': new Date().toISOString() } };
    await this.inquiries.set(next.id, next);
    await this.tellOf('inquiry.redacted', next, next.times['redacted-at']);
    return next;
  }

  private tellOf(event: string, inquiry: Inquiry, at: string): Promise<void> {
    const payload = { data: viewInquiry(inquiry), included: [] };
    return this.tell(event, {
      data: { type: 'event', id: `evt_${randomId()}`, attributes: { name: event, 'created-at': at, payload } },
    });
  }

  close(): Promise<void> {
    return this.inquiries.close();
  }
}

export const randomId = (): string => randomBytes(18).toString('base64url').replace(/[-_]/g, 'x');
