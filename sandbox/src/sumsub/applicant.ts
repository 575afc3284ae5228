import { randomBytes } from 'node:crypto';

/** A person whose identity is being verified. */
export interface Applicant {
  id: string;
  inspectionId: string;
  externalUserId: string;
  levelName: string;
  email?: string;
  phone?: string;
  fixedInfo: Record<string, unknown>;
  metadata?: { key: string; value: string }[];
  info: { firstName?: string; lastName?: string; dob?: string };
  reviewStatus: 'init' | 'pending' | 'onHold' | 'completed';
  reviewResult?: {
    reviewAnswer: 'GREEN' | 'RED';
    reviewRejectType?: 'FINAL' | 'RETRY';
    rejectLabels?: string[];
    moderationComment?: string;
    clientComment?: string;
  };
  createdAt: string;
  reviewDate?: string;
  deleted?: boolean;
  documents: { idDocType: string; country: string }[];
}

export const objectId = (): string => randomBytes(12).toString('hex');

/** "2026-01-15 10:00:00.000", the way Sumsub writes times. */
export const sumsubTime = (date = new Date()): string => date.toISOString().replace('T', ' ').replace('Z', '');

/** `…/one`: the whole profile. */
export function viewApplicant(applicant: Applicant) {
  return {
    id: applicant.id,
    createdAt: applicant.createdAt.slice(0, 19),
    clientId: 'sandbox',
    inspectionId: applicant.inspectionId,
    externalUserId: applicant.externalUserId,
    email: applicant.email,
    phone: applicant.phone,
    fixedInfo: applicant.fixedInfo,
    metadata: applicant.metadata ?? [],
    ...(applicant.deleted && { deleted: true }),
    info: applicant.info,
    requiredIdDocs: { docSets: [] },
    review: viewReview(applicant),
    type: 'individual',
  };
}

/** `…/status`. */
export function viewReview({ reviewStatus, reviewResult, reviewDate, levelName, createdAt }: Applicant) {
  return {
    reviewStatus,
    ...(reviewResult && { reviewResult }),
    levelName,
    createDate: createdAt,
    ...(reviewDate && { reviewDate }),
    attemptCnt: reviewStatus === 'init' ? 0 : 1,
    priority: 0,
  };
}

/** The wallet, which Sumsub would not know: the sandbox's controls list applicants by it. */
export const walletOf = ({ metadata, externalUserId }: Applicant): string =>
  metadata?.find(({ key }) => key === 'wallet')?.value ?? externalUserId;
