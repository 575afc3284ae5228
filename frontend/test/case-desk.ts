import type { ComplianceCaseRow } from '@tknest/contracts/api';
import { session } from './server';

export const OFFICER = 'rC4mP17VnD2eExampleExampleExam';
export const row = (more: Partial<ComplianceCaseRow> = {}): ComplianceCaseRow => ({
  id: '3b8a9c04-6a0b-4a8e-9d2f-6c1c8e1d7a10',
  wallet: 'rJ2nSd5MqX8vExampleExampleExam',
  userRole: 'investor',
  kind: 'screening',
  risk: 'high',
  reason: 'A name resembles one on a sanctions list',
  state: 'open',
  score: 0.89,
  openedAt: '2026-11-19T09:00:00.000Z',
  promiseBy: '2026-11-24',
  daysLeft: 2,
  assignee: null,
  proposedBy: null,
  decision: null,
  decidedBy: null,
  decidedAt: null,
  ...more,
});
export const officer = session({ walletAddress: OFFICER, userRole: 'compliance' as never });
