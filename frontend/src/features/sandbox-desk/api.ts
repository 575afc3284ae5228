import type { BusinessDateAnswer, DemoRentAnswer, WalletInfoView } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';

const sandboxDeskApi = api.injectEndpoints({
  endpoints: (build) => ({
    fillWallet: build.mutation<WalletInfoView, string>({
      query: (wallet) => ({ url: `api/wallets/${encodeURIComponent(wallet)}/demo-funding`, method: 'POST' }),
      onQueryStarted: thenAskAgain(['Trust', 'Payments']),
    }),
    letMonthPass: build.mutation<BusinessDateAnswer, void>({
      query: () => ({ url: 'api/sandbox/month', method: 'POST' }),
      onQueryStarted: thenAskAgain(['Loans', 'Properties', 'Payouts', 'Participations', 'Notifications']),
    }),
    payRent: build.mutation<DemoRentAnswer, number>({
      query: (propertyId) => ({ url: 'api/sandbox/rent', method: 'POST', body: { propertyId } }),
      onQueryStarted: thenAskAgain(['Loans', 'Properties', 'Payouts', 'Participations', 'Notifications']),
    }),
  }),
});

export const { useFillWalletMutation, useLetMonthPassMutation, usePayRentMutation } = sandboxDeskApi;
