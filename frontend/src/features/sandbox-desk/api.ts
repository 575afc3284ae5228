import type { BusinessDateAnswer, DemoRentAnswer } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';

const sandboxDeskApi = api.injectEndpoints({
  endpoints: (build) => ({
    letMonthPass: build.mutation<BusinessDateAnswer, void>({
      query: () => ({ url: 'api/sandbox/month', method: 'POST' }),
      onQueryStarted: thenAskAgain(['Loans', 'Properties', 'Payouts', 'Purchases', 'Notifications']),
    }),
    payRent: build.mutation<DemoRentAnswer, number>({
      query: (propertyId) => ({ url: 'api/sandbox/rent', method: 'POST', body: { propertyId } }),
      onQueryStarted: thenAskAgain(['Loans', 'Properties', 'Payouts', 'Purchases', 'Notifications']),
    }),
  }),
});

export const { useLetMonthPassMutation, usePayRentMutation } = sandboxDeskApi;
