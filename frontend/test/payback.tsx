import type { LoanView } from '@tknest/contracts/api';
// Its forms, of which Jest cannot load two at the same time.
import '../src/features/loans/components/deposit-form';
import '../src/features/loans/components/payment-details';
import PaybackPage from '../src/features/loans/pages/payback-page';
import { ESCROW, OWNER, own } from './own-property';
import { show } from './render';
import { calls, serve, session, type Answers } from './server';

const ROW = { payment: 667.12 };
export const loan = (more: Partial<LoanView> = {}): LoanView => ({
  propertyId: 1,
  loanStatus: 'current',
  loanPrincipal: 25_000,
  interestRate: 0.065,
  loanTermMonths: 42,
  monthlyPaymentAmount: 667.12,
  remainingBalance: 23_396.25,
  arrears: 0,
  paymentDueDay: 15,
  nextPaymentDue: '2026-12-15',
  nominalDueDate: '2026-12-15',
  autoPayEnabled: false,
  totalPaid: 2001.36,
  paymentHistory: [],
  deposit: 120,
  due: 0,
  minimumRepayment: 100,
  account: null,
  openedOn: '2026-10-15',
  paidOffOn: null,
  rentAutomation: false,
  redemption: null,
  propertyName: 'Sample Court',
  ownerWallet: OWNER,
  schedule: [
    { ...ROW, number: 1, dueDate: '2026-11-15', interest: 135.42, principal: 531.7, balance: 24_468.3, paid: true },
    { ...ROW, number: 2, dueDate: '2026-12-15', interest: 132.54, principal: 534.58, balance: 23_933.72, paid: false },
  ],
  quote: { date: '2026-12-01' as const, amount: 23_460.5, principal: 23_396.25, interest: 64.25, arriving: 0 },
  claims: [],
  ...more,
});
export const recommendation = {
  paymentType: 'regular',
  recommendedAmount: 667.12,
  urgency: 'high' as const,
  reasoning: 'Follows the plan.',
  savings: 0,
  dueDate: '2026-12-15' as const,
  autoPaySuggestion: true,
};

/** The payback page of a landlord whose loan is 25,000 over 42 months. */
export function openPayback(more: Answers = {}, at = '/landlord-payback') {
  serve({
    'GET /api/session': session({ userRole: 'landlord', walletAddress: OWNER }),
    'GET /api/platform/config': { explorer: null, payoutEscrow: ESCROW, rlusdIssuer: 'rGateway' },
    'GET /api/properties': [own({ loanStatus: 'current', nextPaymentDue: '2026-12-15' })],
    'GET /api/loan/1': loan(),
    'GET /api/loan/recommendations/1': { recommendations: [recommendation] },
    'GET /api/payouts': [],
    'GET /api/rlusd/payments': [],
    ...more,
  });
  return show(<PaybackPage />, { at });
}

export const started = { success: true, paymentId: 'pay-1', status: 'pending', signRequests: [] };
export const posted = (path: string) => calls.filter(({ method, path: to }) => method === 'POST' && to === path);
