import { FeesOwed } from '../../../shared/payments/components/fees-owed';
import { OwedToYou } from '../components/owed-to-you';
import { IconCalendar } from '@tabler/icons-react';
import { LISTING } from '@tknest/contracts/rules';
import type { FirstData } from '../../../shared/api/first-data';
import { useShown } from '../../../shared/api/use-shown';
import { useTogether } from '../../../shared/api/use-together';
import { greeting, longDay } from '../../../shared/format/time';
import { lazyPart } from '../../../shared/lazy-part';
import { useToday } from '../../../shared/calendar/use-today';
import { AfterFirstPaint } from '../../../shared/ui/states/after-first-paint';
import { PageWaiting } from '../../../shared/ui/states/states';
import { usePropertyQuery } from '../../../shared/properties/api';
import { marketApi, useMarketplaceInfiniteQuery } from '../../../shared/properties/property-cards';
import { usePolling } from '../../../shared/attention/use-attended';
import { paymentsApi, useFeesOwedQuery, useOpenPaymentsQuery, useOwedToMeQuery } from '../../../shared/payments/api';
import { OWN, portfolioApi, usePortfolioQuery, usePurchasesInfiniteQuery } from '../../../shared/portfolio/api';
import { NextArrival, Overdue, Unclaimed } from '../components/coming-payments';
import { History } from '../components/history';
import { RentReceived } from '../components/rent-received';
import { Summary } from '../components/summary';
import { AnswerDue } from '../../../shared/verification/answer-due';
import { NextStep, useNextStep } from '../../../shared/verification/next-step';
import { useOwnCasesQuery, verificationApi } from '../../../shared/verification/api';
import { Marketplace } from '../components/marketplace';
import { ALL_LISTINGS, useMarketAsked } from '../use-market-filters';
import { useOpened } from '../../../shared/use-opened';
import style from './investor-home.module.css';
import { Link } from 'react-router';

const loadPanel = () => import('../components/participate-panel');
const ParticipatePanel = lazyPart(loadPanel);
/** The search parameters that open a property's panel over the marketplace. */
const OPENS = 'buy';
const FRESH_MS = 10_000;

export const firstData: FirstData = (ask) =>
  Promise.all([
    ask(portfolioApi.endpoints.portfolio.initiate()),
    ask(marketApi.endpoints.marketplace.initiate(ALL_LISTINGS)),
    ask(portfolioApi.endpoints.purchases.initiate(OWN)),
    ask(paymentsApi.endpoints.openPayments.initiate()),
    ask(paymentsApi.endpoints.owedToMe.initiate()),
    ask(paymentsApi.endpoints.feesOwed.initiate()),
    ask(verificationApi.endpoints.ownCases.initiate()),
  ]);

/** The investor's home (REQ-1.2.26 to REQ-1.2.30): income first, then the marketplace, then past purchases. */
export default function InvestorHome() {
  const { asked, close } = useOpened(OPENS);
  const today = useToday();
  const portfolio = usePortfolioQuery();
  const next = useNextStep('investor', portfolio.data && portfolio.data.purchases > 0);
  const together = useTogether(
    next,
    portfolio,
    useOwedToMeQuery(),
    useFeesOwedQuery(),
    useOwnCasesQuery(),
    useOpenPaymentsQuery(),
    usePurchasesInfiniteQuery(OWN),
    useMarketplaceInfiniteQuery(useMarketAsked()),
  );
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{greeting(new Date())}</h1>
          <p className="dim">
            <NextArrival />
          </p>
        </div>
        <span className={`small dim ${style.today}`}>
          <IconCalendar size={16} aria-hidden />
          {longDay(new Date(`${today}T12:00`))}
        </span>
      </div>
      {together ? (
        <>
          <AnswerDue />
          <NextStep next={next} />
          <Unclaimed />
          <Overdue />
          <OwedToYou />
          <FeesOwed />
          <Summary />
          <Marketplace onApproach={loadAhead} />
          <AfterFirstPaint>
            <RentReceived />
            <History />
            <HomeFooter />
          </AfterFirstPaint>
        </>
      ) : (
        <PageWaiting hasHead />
      )}
      {LISTING.idPattern.test(asked) && <Participate key={asked} propertyId={Number(asked)} onClose={close} />}
    </>
  );
}

const loadAhead = () => void loadPanel().catch(() => undefined);

function Participate({ propertyId, onClose }: { propertyId: number; onClose(): void }) {
  const shown = useShown(usePropertyQuery(propertyId, usePolling(FRESH_MS)));
  return <ParticipatePanel shown={shown} opens={OPENS} onClose={onClose} />;
}

/** The static links at the foot of the dashboard (REQ-1.2.9): only the link to the terms has a target yet. */
function HomeFooter() {
  return (
    <footer className={`small ${style.footer}`}>
      <span className="dim">A neutral technology and document platform. © 2024</span>
      <nav className={style.links} aria-label="Footer">
        <span className="dim">How it works</span>
        <span className="dim">Fees</span>
        <span className="dim">Help</span>
        <span className="dim">Contact</span>
        <Link to="/terms">Terms</Link>
      </nav>
    </footer>
  );
}
