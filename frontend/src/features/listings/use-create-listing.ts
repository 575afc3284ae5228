import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { once } from '../../shared/api/intent';
import { messageOf } from '../../shared/api/problem';
import { showServerErrors } from '../../shared/form/form';
import { useAppDispatch } from '../../shared/store/store';
import { settleToast, showToast } from '../../shared/ui/toast/toast.slice';
import { useAttachContractMutation, useCreateListingMutation } from './api';
import { asRequest, liveTerms, type ListingForm, type LiveTerms } from './use-listing-form';

/**
 * Lists a property, then sends its contract. It is listed with the first answer: from then on the form is for another
 * listing, while the contract is still being uploaded.
 */
export function useCreateListing(form: UseFormReturn<ListingForm>) {
  const [list, creating] = useCreateListingMutation();
  const [attach, attaching] = useAttachContractMutation();
  const dispatch = useAppDispatch();
  const create = async (sent: ListingForm, contract: File | null, onListed: () => void) => {
    // The server recomputes the share; it is sent because the specification says so (REQ-1.5.13).
    const listing = { ...asRequest(sent), monthlyPayoutPerToken: liveTerms(sent).perToken };
    const { data, error } = await once(['listing', listing], (key) => list({ listing, key }));
    if (!data) {
      showServerErrors(form, error);
      const text = messageOf(error, 'Failed to create property');
      return void dispatch(showToast({ title: 'Error', text, tone: 'bad' }));
    }
    onListed();
    const lost = contract && (await attach({ id: data.id, file: contract })).error;
    dispatch(
      showToast(
        lost
          ? {
              title: 'Error',
              text: `The property is listed, but its contract was not saved: ${why(lost)}. You can attach it again under Your Property Listings.`,
              tone: 'bad',
            }
          : { title: 'Success', text: 'Property listed successfully!', tone: 'ok' },
      ),
    );
  };
  return { create, busy: creating.isLoading || attaching.isLoading };
}

const why = (error: unknown) => messageOf(error, 'the server is not responding').replace(/\.$/, '');

/** REQ-1.5.12: what each refusal suggests. */
const WAY_OUT = {
  fits: '',
  'term-too-short': ' Adjust goal or term.',
  'goal-too-high': ' Reduce the goal or increase rent.',
} as const;

/** Says why terms are refused, and scrolls to terms that would fit; the notice disappears once they fit. */
export function useRefusal({ verdict, message }: LiveTerms): () => void {
  const dispatch = useAppDispatch();
  const refused = useRef(false);
  useEffect(() => {
    if (!refused.current || verdict !== 'fits') return;
    refused.current = false;
    dispatch(settleToast());
  }, [verdict, dispatch]);
  return () => {
    refused.current = true;
    dispatch(showToast({ title: 'Validation Error', text: message + WAY_OUT[verdict], tone: 'bad' }));
    document.getElementById('rule')?.scrollIntoView({ block: 'nearest' });
  };
}
