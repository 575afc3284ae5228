import { lazy, startTransition, Suspense, useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { FirstData } from '../../../shared/api/first-data';
import { rowsOf } from '../../../shared/api/paging';
import { useTogether } from '../../../shared/api/use-together';
import { clock } from '../../../shared/format/time';
import { paymentsApi, useFeesOwedQuery, useRefundsDueQuery } from '../../../shared/payments/api';
import { FeesOwed } from '../../../shared/payments/components/fees-owed';
import { portfolioApi, usePurchasesInfiniteQuery } from '../../../shared/portfolio/api';
import { OWN_PROPERTIES, propertiesApi, usePropertiesInfiniteQuery } from '../../../shared/properties/api';
import { useSessionQuery, type Who } from '../../../shared/session/api';
import { draftOf, DRAFTS } from '../../../shared/storage/keys';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { PageWaiting, Skeleton } from '../../../shared/ui/states/states';
import { usePhone } from '../../../shared/use-phone';
import { AnswerDue } from '../../../shared/verification/answer-due';
import { useOwnCasesQuery, verificationApi } from '../../../shared/verification/api';
import { NextStep, useNextStep } from '../../../shared/verification/next-step';
import { listingsApi } from '../api';
import { OwnFigures } from '../components/own-figures';
import { OwnListings } from '../components/own-listings';
import { RatesBanner } from '../components/rates-banner';
import { RecentInvestments } from '../components/recent-investments';
import { RefundsDue } from '../components/refunds-due';
import { figuresOf, repayAt } from '../own-figures';
import './landlord-home.css';

// Half of all that this page loads; on a phone, folded once there is a listing.
const loadForm = () => import('../components/listing-form');
const ListingForm = lazy(loadForm);
const loadAhead = () => void loadForm().catch(() => undefined);

export const firstData: FirstData = (ask) =>
  Promise.all([
    ask(listingsApi.endpoints.interestRates.initiate()),
    ask(paymentsApi.endpoints.refundsDue.initiate()),
    ask(paymentsApi.endpoints.feesOwed.initiate()),
    ask(verificationApi.endpoints.ownCases.initiate()),
    ask(portfolioApi.endpoints.purchases.initiate({})),
    ask(propertiesApi.endpoints.properties.initiate(OWN_PROPERTIES)),
  ]);

/**
 * The landlord's home (REQ-1.2.20): listing a property whose rent can carry the loan. Its sections are in the
 * specification's order.
 */
export default function LandlordHome() {
  const { data: session } = useSessionQuery();
  const listings = usePropertiesInfiniteQuery(OWN_PROPERTIES);
  const next = useNextStep('landlord', listings.data && rowsOf(listings.data).length > 0);
  const together = useTogether(
    next,
    listings,
    useRefundsDueQuery(),
    useFeesOwedQuery(),
    useOwnCasesQuery(),
    usePurchasesInfiniteQuery({}),
  );
  if (!session) return null;
  return together ? <Home key={session.walletAddress} session={session} next={next} /> : <PageWaiting />;
}

function Home({ session, next }: { session: Who; next: ReturnType<typeof useNextStep> }) {
  const wallet = session.walletAddress ?? '';
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const { data } = usePropertiesInfiniteQuery(OWN_PROPERTIES);
  const own = data ? rowsOf(data) : [];
  const { urgent } = figuresOf(own);
  // A draft that was begun stays in sight.
  const [another, setAnother] = useState(() => DRAFTS.read(draftOf('listing', wallet)) !== null);
  const [begun, setBegun] = useState(0);
  const folded = usePhone() && own.length > 0 && !another;
  // The listings stay where they are until the form has come.
  const listAnother = () =>
    startTransition(() => {
      setAnother(true);
      setBegun((before) => before + 1);
    });
  const listed = useCallback(() => setAnother(false), []);
  return (
    <>
      <RatesBanner />
      <AnswerDue />
      <NextStep next={next} />
      <OwnFigures />
      <RefundsDue />
      <FeesOwed />
      <RecentInvestments />
      <div className="page-head">
        <div>
          <h1>Property-Linked Token Program Platform</h1>
          <p className="dim">Describe the property, set the terms, and see at once whether the rent covers them.</p>
          {!folded && <p className="small dim draft-saved">{savedAt && `Draft saved ${clock(savedAt)}`}</p>}
        </div>
        <div className="row">
          {own.length > 0 && (
            <Button onPointerEnter={loadAhead} onFocus={loadAhead} onClick={listAnother}>
              List another property
            </Button>
          )}
          {urgent && (
            <ButtonLink look="filled" to={repayAt(urgent)}>
              Repay
            </ButtonLink>
          )}
        </div>
      </div>
      {session.userRole === 'landlord' && session.kycStatus !== 'verified' && own.length > 0 && (
        <div className="listing-note">
          <Note tone="wait">
            Only verified landlords can list a property. <Link to="/kyc?role=landlord">Verify identity first</Link>
          </Note>
        </div>
      )}
      {session.userRole === 'investor' && (
        <div className="listing-note">
          <Note tone="wait">
            You are signed in as Rent Recipient: you can try out terms here, but only a Property Owner can list.{' '}
            <Link to="/auth">Change role</Link>
          </Note>
        </div>
      )}
      {folded ? (
        <OwnListings />
      ) : (
        <Suspense fallback={<Skeleton height={1_400} />}>
          <ListingForm wallet={wallet} begun={begun} onSaved={setSavedAt} onListed={listed}>
            <OwnListings />
          </ListingForm>
        </Suspense>
      )}
    </>
  );
}
