import type { PropertyProfileView, PropertyView } from '@tknest/contracts/api';
import { api, thenAskAgain } from '../api/base-api';
import { byCursor, paged, type Paged } from '../api/paging';

export interface PropertyFilter {
  search?: string;
  sort?: string;
  available?: boolean;
  mine?: boolean;
  limit?: number;
}
/** A landlord's own properties, as every page about them asks; their figures are sums over these. */
export const OWN_PROPERTIES: PropertyFilter = { mine: true, limit: 200 };
export type PropertyControl = 'hide' | 'show' | 'pause' | 'resume' | 'close';
interface ProfileAsked {
  id: number;
  /** By user: after a sign-in, the same browser may see more than a visitor did. */
  viewer: string | null;
}
export const propertiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    properties: build.infiniteQuery<Paged<PropertyView>, PropertyFilter, string>({
      infiniteQueryOptions: byCursor,
      query: ({ queryArg: { available, mine, ...rest }, pageParam }) => ({
        url: 'api/properties',
        params: {
          ...rest,
          ...(available ? { available: 'true' } : {}),
          ...(mine ? { mine: 'true' } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
      }),
      transformResponse: paged<PropertyView>,
      providesTags: ['Properties', { type: 'Properties', id: 'LIST' }],
    }),
    property: build.query<PropertyView, number>({
      query: (id) => ({ url: `api/properties/${id}` }),
      providesTags: (_, __, id) => ['Properties', { type: 'Properties', id }],
    }),
    profile: build.query<PropertyProfileView, ProfileAsked>({
      query: ({ id }) => ({ url: `api/properties/${id}/profile` }),
      providesTags: (_, __, { id }) => ['Properties', 'Kyc', { type: 'Properties', id }],
    }),
    controlProperty: build.mutation<unknown, { id: number; what: PropertyControl; reason: string }>({
      query: ({ id, what, reason }) => ({
        url: `api/admin/properties/${id}/${what}`,
        method: 'POST',
        body: { reason },
      }),
      onQueryStarted: thenAskAgain(['Properties', 'Loans']),
    }),
  }),
});

export const { usePropertiesInfiniteQuery, usePropertyQuery, useProfileQuery, useControlPropertyMutation } =
  propertiesApi;
