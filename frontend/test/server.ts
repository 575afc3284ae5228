import type {
  PaymentView,
  PortfolioView,
  PropertyProfileView,
  PropertyView,
  SessionView,
  TransactionView,
} from '@tknest/contracts/api';

/** The server's answers: a body, or a function of the call. A `Response` is sent unchanged. */
export type Answers = Record<string, unknown | ((call: { body: unknown; url: URL }) => unknown)>;

/**
 * The delay of every answer: a test that does not wait for its answer then fails every time, and not only now and then
 * on a busy machine.
 */
const WAY_MS = 40;

export const calls: { method: string; path: string; body: unknown; key: string | null; search: string }[] = [];

/**
 * Answers `METHOD path` in place of the server, after a moment; other calls get a 404, so that a test fails for an
 * answer that it forgot.
 */
export function serve(answers: Answers): void {
  calls.length = 0;
  // Uploads with progress use fetch here too.
  Object.assign(globalThis, { XMLHttpRequest: undefined });
  globalThis.fetch = (async (input: Request | string | URL, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(String(input), location.href), init);
    const url = new URL(request.url);
    const text = await request.clone().text();
    const body = request.headers.get('Content-Type')?.includes('json') && text ? JSON.parse(text) : text;
    const key = `${request.method} ${url.pathname}`;
    await new Promise((resolve) => setTimeout(resolve, WAY_MS));
    calls.push({
      method: request.method,
      path: url.pathname,
      body,
      key: request.headers.get('Idempotency-Key'),
      search: url.search,
    });
    if (!(key in answers)) return problem(404, `No answer for ${key}`);
    const answer = answers[key];
    const given = typeof answer === 'function' ? await (answer as (call: object) => unknown)({ body, url }) : answer;
    return given instanceof Response
      ? given
      : new Response(JSON.stringify(given ?? null), { headers: { 'Content-Type': 'application/json' } });
  }) as typeof fetch;
}

export const problem = (status: number, detail: string) =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'Error', status, detail, traceId: 'trace-1' }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });

const WALLET = 'rInvestorExampleExampleExample1';

export const session = (more: Partial<SessionView> = {}): SessionView => ({
  walletAddress: WALLET,
  userRole: 'investor',
  kycStatus: 'verified',
  csrfToken: 'token',
  ...more,
});

export const property = (more: Partial<PropertyView> = {}): PropertyView => ({
  id: 1,
  name: 'Sample Court',
  address: '12 Example Street, Springfield',
  location: 'Springfield',
  ownerWallet: 'rOwnerExampleExampleExample12',
  monthlyRent: 2500,
  tokenCount: 250,
  tokenPrice: 100,
  propertyType: null,
  fundingGoal: 25_000,
  fundingPurpose: 'New boiler',
  tokenTermMonths: 42,
  monthlyRate: 6.5,
  redemptionClause: 'Landlord has the right to redeem all tokens with 30-day notice.',
  monthlyPayoutPerToken: 2.668461,
  tokensSold: 172,
  tokensReserved: 0,
  tokensAvailable: 78,
  status: 'open',
  hidden: false,
  paused: false,
  annualYield: 32.02,
  effectiveAnnualRate: 6.7,
  profitOverTerm: 12.08,
  contract: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  loanStatus: null,
  loanPrincipal: null,
  interestRate: null,
  loanTermMonths: null,
  monthlyPaymentAmount: null,
  remainingBalance: null,
  arrears: null,
  paymentDueDay: null,
  nextPaymentDue: null,
  nominalDueDate: null,
  autoPayEnabled: null,
  totalPaid: null,
  paymentHistory: null,
  ...more,
});

/** The property's page as a visitor gets it. */
export const profile = (more: Partial<PropertyProfileView> = {}): PropertyProfileView => ({
  id: 1,
  name: 'Sample Court',
  city: 'Springfield, IL',
  propertyType: null,
  monthlyRent: 2500,
  fundingGoal: 25_000,
  fundingPurpose: 'New boiler',
  tokenTermMonths: 42,
  monthlyRate: 6.5,
  redemptionClause: 'Landlord has the right to redeem all tokens with 30-day notice.',
  tokenPrice: 100,
  tokenCount: 250,
  tokensSold: 172,
  tokensAvailable: 78,
  monthlyPayoutPerToken: 2.668461,
  annualYield: 32.02,
  effectiveAnnualRate: 6.7,
  profitOverTerm: 12.08,
  status: 'open',
  hidden: false,
  paused: false,
  moments: [{ kind: 'listed', date: '2026-11-01' }],
  holders: { count: '6-20', largestShare: '10-25' },
  loanStatus: null,
  risk: { level: 'low', reasons: [{ words: 'The payment is 26.7% of the rent; the limit is 30%', points: 16 }] },
  landlord: { verified: true, listings: 3, due: 4, onTime: 2 },
  hasContract: true,
  own: false,
  details: null,
  ...more,
});

export const transaction = (more: Partial<TransactionView> = {}): TransactionView => ({
  id: 'p-1',
  propertyId: 1,
  propertyName: 'Sample Court',
  tokenHolderId: WALLET,
  tokensPurchased: 5,
  totalCost: 500,
  estimatedMonthlyReturn: 13.342305,
  createdAt: '2026-11-20T14:02:00.000Z',
  txHash: '8F3C12A9'.repeat(8),
  ...more,
});

export const portfolio = (more: Partial<PortfolioView> = {}): PortfolioView => ({
  purchases: 0,
  tokens: 0,
  totalCost: 0,
  monthlyIncome: 0,
  returned: 0,
  properties: 0,
  holdings: [],
  months: ['04', '05', '06', '07', '08', '09', '10', '11'].map((month) => ({ month: `2026-${month}`, income: 0 })),
  positions: [],
  coming: [],
  income: [{ month: '2026-11', interest: 0, principal: 0, scheduled: 0 }],
  concentration: [],
  irr: null,
  expected: null,
  unclaimed: [],
  ...more,
});

const request = (leg: 'trust-line' | 'recipient' | 'platform') => ({
  leg,
  payloadUuid: `uuid-${leg}`,
  qrCode: '/qr.png',
  deepLink: `https://xaman.example/${leg}`,
  websocket: 'wss://xaman.example',
  expiresAt: '2026-11-20T14:10:00.000Z',
});

/** A purchase of five tokens that waits for its two signatures. `asks` names the open requests. */
export const payment = ({
  asks = ['recipient', 'platform'],
  ...more
}: Partial<PaymentView> & { asks?: readonly ('trust-line' | 'recipient' | 'platform')[] } = {}): PaymentView => ({
  id: 'pay-1',
  kind: 'property_purchase',
  status: 'pending',
  txHashes: { recipient: null, platform: null },
  error: null,
  outcome: 'open',
  amount: 500,
  platformFee: 12.5,
  totalAmount: 512.5,
  payer: WALLET,
  payee: 'rOwner',
  propertyId: 1,
  propertyName: 'Sample Court',
  tokens: 5,
  memo: null,
  refundOf: null,
  feeOf: null,
  couldLand: false,
  refund: null,
  createdAt: '2026-11-20T14:00:00.000Z',
  expiresAt: new Date(Date.now() + 271_000).toISOString(),
  feeStatus: 'open',
  feeOwedBack: false,
  undeliverable: null,
  owedBack: null,
  priority: 'standard',
  fastFee: null,
  networkFee: null,
  cancellable: true,
  signRequests: asks.map(request),
  legs: [
    { leg: 'recipient', state: 'waiting', txHash: null, result: null },
    { leg: 'platform', state: 'waiting', txHash: null, result: null },
    { leg: 'issuance', state: 'waiting', txHash: null, result: null },
  ],
  ...more,
});
