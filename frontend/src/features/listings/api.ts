import type {
  AddressValidation,
  ClosedView,
  CreateListingRequest,
  InterestRatesView,
  PropertyView,
} from '@tknest/contracts/api';
import { api, thenAskAgain } from '../../shared/api/base-api';

/** REQ-1.7.5: the rates are cached for 30 minutes and retried three times. */
export const RATES_KEPT_S = 1_800;
const RATES_RETRIES = 3;

export type NewListing = Omit<CreateListingRequest, never>;

export const listingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    interestRates: build.query<InterestRatesView, void>({
      query: () => ({ url: 'api/interest-rates' }),
      keepUnusedDataFor: RATES_KEPT_S,
      extraOptions: { maxRetries: RATES_RETRIES },
    }),
    validateAddress: build.query<AddressValidation, string>({
      query: (address) => ({ url: 'api/properties/validate', method: 'POST', body: { address } }),
    }),
    createListing: build.mutation<PropertyView, { listing: NewListing; key: string }>({
      query: ({ listing, key }) => ({ url: 'api/properties', method: 'POST', body: listing, idempotencyKey: key }),
      onQueryStarted: thenAskAgain(['Properties']),
    }),
    closeListing: build.mutation<ClosedView, number>({
      query: (id) => ({ url: `api/properties/${id}/close`, method: 'POST' }),
      onQueryStarted: thenAskAgain(['Properties']),
    }),
    attachContract: build.mutation<PropertyView, { id: number; file: File }>({
      query: ({ id, file }) => {
        const body = new FormData();
        body.set('contract', file, file.name);
        return { url: `api/properties/${id}/contract`, method: 'POST', body };
      },
      onQueryStarted: thenAskAgain(({ id }) => [{ type: 'Properties', id }]),
    }),
  }),
});

export const {
  useInterestRatesQuery,
  useCreateListingMutation,
  useCloseListingMutation,
  useAttachContractMutation,
  useLazyValidateAddressQuery,
} = listingsApi;
