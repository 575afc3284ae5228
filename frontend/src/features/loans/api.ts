import type {
  LoanRecommendation,
  LoanView,
  PaymentConfigView,
  RedemptionAnswer,
  SetupAutoPaymentsRequest,
} from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';

interface Autopay {
  propertyId: number;
  autoPayEnabled: boolean;
  propertyName: string;
  loanPrincipal: number;
  interestRate: number;
  loanTermMonths: number;
  paymentDueDay: number;
  landlordWallet: string;
  investorWallet: string;
}
interface Withdrawal {
  propertyId: number;
  amount: number;
  key: string;
}

export const loansApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A property's loan, for its landlord and the office. */
    loan: build.query<LoanView, number>({
      query: (propertyId) => ({ url: `api/loan/${propertyId}` }),
      providesTags: (_, __, id) => ['Loans', { type: 'Loans', id }],
    }),
    loanRecommendations: build.query<{ recommendations: LoanRecommendation[] }, number>({
      query: (propertyId) => ({ url: `api/loan/recommendations/${propertyId}` }),
      providesTags: (_, __, id) => ['Loans', { type: 'Loans', id }],
    }),
    ownerPaymentConfig: build.query<PaymentConfigView, number>({
      query: (propertyId) => ({ url: 'api/property-owner/payment-config', params: { propertyId } }),
      providesTags: (_, __, id) => ['Loans', { type: 'Loans', id }],
    }),
    setupAutoPayments: build.mutation<{ success: boolean; message: string }, SetupAutoPaymentsRequest>({
      query: (body) => ({ url: 'api/property-owner/setup-auto-payments', method: 'POST', body }),
      onQueryStarted: thenAskAgain(['Loans', 'Properties']),
    }),
    setupAutopay: build.mutation<{ monthlyPayment: number; nextPaymentDate: string | null }, Autopay>({
      query: (body) => ({ url: 'api/loan/setup-autopay', method: 'POST', body }),
      onQueryStarted: thenAskAgain(['Loans', 'Properties']),
    }),
    withdrawDeposit: build.mutation<{ success: boolean; payoutId: string }, Withdrawal>({
      query: ({ key, ...body }) => ({
        url: 'api/loan/withdraw-deposit',
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
      onQueryStarted: thenAskAgain(['Loans', 'Payouts']),
    }),
    giveRedemptionNotice: build.mutation<RedemptionAnswer, { propertyId: number }>({
      query: (body) => ({ url: 'api/loan/redemption', method: 'POST', body }),
      onQueryStarted: thenAskAgain(['Loans', 'Properties']),
    }),
  }),
});

export const {
  useLoanQuery,
  useLoanRecommendationsQuery,
  useOwnerPaymentConfigQuery,
  useSetupAutoPaymentsMutation,
  useSetupAutopayMutation,
  useWithdrawDepositMutation,
  useGiveRedemptionNoticeMutation,
} = loansApi;
