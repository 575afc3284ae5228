import type { ReceiptView } from '@tknest/contracts/api';
import { api } from '../../shared/api/base-api';

const receiptsApi = api.injectEndpoints({
  endpoints: (build) => ({
    receipt: build.query<ReceiptView, string>({
      query: (paymentId) => ({ url: `api/receipts/${encodeURIComponent(paymentId)}` }),
      providesTags: ['Log'],
    }),
  }),
});

export const { useReceiptQuery } = receiptsApi;
