export type InquiryStatus =
  'created' | 'pending' | 'completed' | 'failed' | 'expired' | 'needs_review' | 'approved' | 'declined';

/** One person's way through a verification. */
export interface Inquiry {
  id: string;
  templateId: string;
  referenceId: string | null;
  tags: string[];
  status: InquiryStatus;
  fields: Record<string, string>;
  /** When each thing happened, under Persona's names (`created-at`, `decisioned-at`, …). */
  times: Record<string, string>;
  linkCode: string | null;
  linkExpiresAt: number;
}

/** An inquiry that nobody finishes expires after a day. */
const EXPIRES_MS = 86_400_000;

const TIMES = [
  'created-at',
  'started-at',
  'completed-at',
  'failed-at',
  'marked-for-review-at',
  'decisioned-at',
  'expired-at',
  'redacted-at',
];

/** The JSON:API object of an inquiry. */
export function viewInquiry(inquiry: Inquiry) {
  const relation = (type: string, id: string) => ({ data: { type, id } });
  return {
    type: 'inquiry',
    id: inquiry.id,
    attributes: {
      status: inquiry.status,
      'reference-id': inquiry.referenceId,
      note: null,
      behaviors: {},
      tags: inquiry.tags,
      creator: 'API',
      'reviewer-comment': null,
      'updated-at': Object.values(inquiry.times).sort().at(-1) ?? null,
      'expires-at': new Date(Date.parse(inquiry.times['created-at']!) + EXPIRES_MS).toISOString(),
      'previous-step-name': null,
      'next-step-name': null,
      ...Object.fromEntries(TIMES.map((name) => [name, inquiry.times[name] ?? null])),
      fields: Object.fromEntries(
        Object.entries(inquiry.fields).map(([name, value]) => [name, { type: 'string', value }]),
      ),
    },
    relationships: {
      account: relation('account', `act_${inquiry.id.slice(4)}`),
      'inquiry-template': relation('inquiry-template', inquiry.templateId),
      verifications: { data: [] },
      reports: { data: [] },
      sessions: { data: [] },
    },
  };
}

/** What each step is called as an event, and which moment it notes. */
export const STEPS: Record<InquiryStatus, { event: string; time: string }> = {
  created: { event: 'inquiry.created', time: 'created-at' },
  pending: { event: 'inquiry.started', time: 'started-at' },
  completed: { event: 'inquiry.completed', time: 'completed-at' },
  failed: { event: 'inquiry.failed', time: 'failed-at' },
  expired: { event: 'inquiry.expired', time: 'expired-at' },
  needs_review: { event: 'inquiry.marked-for-review', time: 'marked-for-review-at' },
  approved: { event: 'inquiry.approved', time: 'decisioned-at' },
  declined: { event: 'inquiry.declined', time: 'decisioned-at' },
};

/** Only the sandbox learns whom a verification is about, by a tag, because its controls list them by wallet. */
export const walletOf = ({ tags, referenceId }: Inquiry): string | null =>
  tags.find((tag) => tag.startsWith('wallet:'))?.slice('wallet:'.length) ?? referenceId;
