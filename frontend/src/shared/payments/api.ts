import type { PaymentStartedAnswer, PaymentView } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../api/base-api';

/** A call that starts a payment. */
export interface PaymentCall {
  url: string;
  body?: object;
}

export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    payment: build.query<PaymentView, string>({
      query: (id) => ({ url: `api/rlusd/payment-status/${encodeURIComponent(id)}` }),
      providesTags: (_, __, id) => ['Payments', { type: 'Payments', id }],
    }),
    openPayments: build.query<PaymentView[], void>({
      query: () => ({ url: 'api/rlusd/payments?open=true' }),
      providesTags: ['Payments'],
    }),
    refundsDue: build.query<PaymentView[], void>({
      query: () => ({ url: 'api/rlusd/payments?refundable=true' }),
      providesTags: ['Payments', 'Cases'],
    }),
    owedToMe: build.query<PaymentView[], void>({
      query: () => ({ url: 'api/rlusd/payments?owedBack=true' }),
      providesTags: ['Payments', 'Cases'],
    }),
    feesOwed: build.query<PaymentView[], void>({
      query: () => ({ url: 'api/rlusd/payments?feeOwed=true' }),
      providesTags: ['Payments', 'Cases'],
    }),
    /** REQ-2.7.2: an answer may say that it failed, and why. */
    startPayment: build.mutation<
      PaymentStartedAnswer | { success: false; error?: string },
      PaymentCall & { key: string }
    >({
      query: ({ url, body, key }) => ({ url, method: 'POST', body, idempotencyKey: key }),
      onQueryStarted: thenAskAgain(['Payments', 'Properties', 'Cases']),
    }),
    cancelPayment: build.mutation<PaymentView, string>({
      query: (id) => ({ url: `api/rlusd/payments/${encodeURIComponent(id)}/cancel`, method: 'POST' }),
      onQueryStarted: thenAskAgain(['Payments', 'Properties']),
    }),
  }),
});

export const {
  usePaymentQuery,
  useLazyPaymentQuery,
  useOpenPaymentsQuery,
  useOwedToMeQuery,
  useRefundsDueQuery,
  useFeesOwedQuery,
  useStartPaymentMutation,
  useCancelPaymentMutation,
} = paymentsApi;
