import type { AdminTransactionView } from '@tknest/contracts/api';
import type { ReactElement } from 'react';
import { show } from './render';
import { serve, session, type Answers } from './server';

export const HASH = '8F3C12A9'.repeat(8);
export const row = (more: Partial<AdminTransactionView> = {}): AdminTransactionView => ({
  id: 't-1',
  paymentId: 'p-1',
  payoutId: null,
  status: 'completed',
  ending: null,
  type: 'property_purchase',
  description: 'Purchase of 5 tokens of Sample Court',
  userWallet: 'rE5tLk1RaB7gExampleExample',
  amount: 512.5,
  currency: 'RLUSD',
  propertyId: 1,
  propertyName: 'Sample Court',
  timestamp: '2026-11-20T14:02:00.000Z',
  date: '2026-09-14',
  txHash: HASH,
  ...more,
});
export const stats = {
  totalVolume: 184_209.5,
  totalTransactions: 1_284,
  totalProperties: 6,
  totalPlatformFees: 4_492.18,
  activeInvestments: 112,
  completedPayouts: 341,
  monthlyGrowth: 92.8,
  growsFromNothing: false,
};
export const months = ['06', '07', '08', '09', '10', '11'].map((month, index) => ({
  month: `2026-${month}`,
  paid: index * 1000,
  payouts: index * 100,
  holders: index,
}));

/** A page of the administration, with what it asks for. */
export function openAdmin(page: ReactElement, more: Answers = {}, at = '/admin') {
  serve({
    'GET /api/session': session({ userRole: 'admin' }),
    'GET /api/admin/platform-stats': stats,
    'GET /api/admin/all-transactions': [row()],
    'GET /api/admin/growth': months,
    'GET /api/admin/waiting': { proposals: 2, cases: 1, compliance: 0, failedEvents: 0, changedEvents: 0 },
    'GET /api/admin/all-properties': [
      {
        id: 1,
        name: 'Sample Court',
        address: '12 Example Street',
        owner: 'rOwner',
        listedAt: '2026-11-02T09:00:00.000Z',
        listedOn: '2026-09-13',
        monthlyRent: 2500,
        tokensIssued: 172,
        tokenCount: 250,
        totalInvestment: 17_200,
        status: 'open',
      },
    ],
    'GET /api/admin/all-users': [
      {
        id: 'rA',
        userType: 'property_owner',
        kycStatus: 'verified',
        walletAddress: 'rA',
        firstSeen: '2026-11-01T09:00:00.000Z',
        lastSeen: '2026-11-20T09:00:00.000Z',
        totalInvestments: 100,
        totalEarnings: 0,
      },
      {
        id: 'rB',
        userType: 'admin',
        kycStatus: 'not_started',
        walletAddress: 'rB',
        firstSeen: '2026-11-01T09:00:00.000Z',
        lastSeen: '2026-11-03T09:00:00.000Z',
        totalInvestments: 0,
        totalEarnings: 0,
      },
    ],
    ...more,
  });
  return show(page, { at });
}
