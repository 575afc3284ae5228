import type { PaymentStartedAnswer, PaymentView, TransactionView } from '@tknest/contracts/api';
import { api } from '../../shared/api/base-api';

export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    payment: build.query<PaymentView, string>({
      query: (id) => ({ url: `api/rlusd/payment-status/${id}` }),
      providesTags: ['Payments'],
    }),
    openPayments: build.query<PaymentView[], void>({
      query: () => ({ url: 'api/rlusd/payments?open=true' }),
      providesTags: ['Payments'],
    }),
    cancelPayment: build.mutation<PaymentView, string>({
      query: (id) => ({ url: `api/rlusd/payments/${id}/cancel`, method: 'POST' }),
      invalidatesTags: ['Payments', 'Properties'],
    }),
    purchase: build.mutation<PaymentStartedAnswer, { propertyId: number; tokensToPurchase: number; key: string }>({
      query: ({ propertyId, tokensToPurchase, key }) => ({
        url: `api/properties/${propertyId}/purchase`,
        method: 'POST',
        body: { tokensToPurchase },
        idempotencyKey: key,
      }),
      invalidatesTags: ['Payments', 'Properties'],
    }),
    refundsDue: build.query<PaymentView[], void>({
      query: () => ({ url: 'api/rlusd/payments?refundable=true' }),
      providesTags: ['Payments', 'Cases'],
    }),
    refund: build.mutation<PaymentStartedAnswer, { paymentId: string; key: string }>({
      query: ({ paymentId, key }) => ({
        url: `api/rlusd/payments/${paymentId}/refund`,
        method: 'POST',
        idempotencyKey: key,
      }),
      invalidatesTags: ['Payments', 'Cases'],
    }),
    participations: build.query<TransactionView[], void>({
      query: () => ({ url: 'api/transactions' }),
      providesTags: ['Participations'],
    }),
  }),
});

export const {
  usePaymentQuery,
  useOpenPaymentsQuery,
  useCancelPaymentMutation,
  usePurchaseMutation,
  useParticipationsQuery,
  useRefundsDueQuery,
  useRefundMutation,
} = paymentsApi;
