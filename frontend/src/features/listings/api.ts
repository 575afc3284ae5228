import type { AddressValidation, PropertyView } from '@tknest/contracts/api';
import { api, type CallMeta } from '../../shared/api/base-api';

export interface PropertyFilter {
  search?: string;
  sort?: string;
  available?: boolean;
  mine?: boolean;
  cursor?: string;
  limit?: number;
}
export interface Paged<T> {
  rows: T[];
  next: string | null;
}
/** Rows with the cursor that stands in the answer's header. */
export const paged = <T>(rows: T[], meta: CallMeta | undefined): Paged<T> => ({ rows, next: meta?.nextCursor ?? null });

export type NewListing = Omit<import('@tknest/contracts/api').CreateListingRequest, never>;

export const listingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    properties: build.query<Paged<PropertyView>, PropertyFilter>({
      query: ({ available, mine, ...rest }) => ({
        url: 'api/properties',
        params: { ...rest, ...(available ? { available: 'true' } : {}), ...(mine ? { mine: 'true' } : {}) },
      }),
      transformResponse: (rows: PropertyView[], meta) => paged(rows, meta as unknown as CallMeta),
      providesTags: ['Properties'],
    }),
    property: build.query<PropertyView, number>({
      query: (id) => ({ url: `api/properties/${id}` }),
      providesTags: ['Properties'],
    }),
    createListing: build.mutation<PropertyView, { listing: NewListing; key: string }>({
      query: ({ listing, key }) => ({ url: 'api/properties', method: 'POST', body: listing, idempotencyKey: key }),
      invalidatesTags: ['Properties'],
    }),
    closeListing: build.mutation<PropertyView, number>({
      query: (id) => ({ url: `api/properties/${id}/close`, method: 'POST' }),
      invalidatesTags: ['Properties'],
    }),
    attachContract: build.mutation<PropertyView, { id: number; file: File }>({
      query: ({ id, file }) => {
        const body = new FormData();
        body.set('contract', file, file.name);
        return { url: `api/properties/${id}/contract`, method: 'POST', body };
      },
      invalidatesTags: ['Properties'],
    }),
    validateAddress: build.mutation<AddressValidation, string>({
      query: (address) => ({ url: 'api/properties/validate', method: 'POST', body: { address } }),
    }),
  }),
});

export const {
  usePropertiesQuery,
  usePropertyQuery,
  useCreateListingMutation,
  useCloseListingMutation,
  useAttachContractMutation,
  useValidateAddressMutation,
} = listingsApi;
