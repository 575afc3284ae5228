import {
  IconArrowRight,
  IconArrowsExchange,
  IconCalculator,
  IconCheck,
  IconFileCertificate,
  IconFileSearch,
  IconHistory,
  IconKey,
  IconMenu2,
  IconScale,
  IconShieldCheck,
  IconSparkles,
  IconUserCheck,
} from '@tabler/icons-react';
import { lazy, startTransition, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Money } from '../../../shared/ui/money/money';
import { Skyline } from '../../../shared/ui/scene/scene';
import { House } from '../../../shared/ui/wordmark/wordmark';
import type { Role } from '../../../shared/session/role';
import './landing.css';

const RoleDialog = lazy(() => import('../components/role-dialog'));
const Onboarding = lazy(() => import('../components/onboarding'));

const FEATURES = [
  {
    Icon: IconUserCheck,
    title: 'Verified on both sides',
    text: 'Owners and participants pass identity and sanctions checks before anything can be listed or bought.',
  },
  {
    Icon: IconCalculator,
    title: 'Capped at 30% of rent',
    text: 'Every listing is checked while you type. A payment that would take more than 30% of rent cannot be listed.',
  },
  {
    Icon: IconArrowsExchange,
    title: 'Wallet to wallet',
    text: 'RLUSD moves between wallets, and a payment is final once a ledger has validated it.',
  },
  {
    Icon: IconHistory,
    title: 'Payments that track themselves',
    text: 'Due dates, instalments and rent shares are worked out, sent and recorded automatically.',
  },
  {
    Icon: IconSparkles,
    title: 'Matching suggestions',
    text: 'See which properties fit what you have bought before, with the reasons written out.',
  },
  {
    Icon: IconFileCertificate,
    title: 'A record you can replay',
    text: 'Each step is kept in order. Any month can be played back and compared with the ledger.',
  },
];
const COMPLIANCE = [
  { Icon: IconShieldCheck, text: 'Identity verification' },
  { Icon: IconFileSearch, text: 'Sanctions screening' },
  { Icon: IconKey, text: 'You hold your own keys' },
  { Icon: IconScale, text: 'No returns guaranteed' },
];
const COIN = [
  { title: 'Stable in value', text: 'One RLUSD is designed to be worth one US dollar.' },
  { title: 'Settles in seconds', text: 'Payments are final once a ledger has validated them.' },
  { title: 'Small network costs', text: 'Fractions of a cent per transaction.' },
  { title: 'Open to check', text: 'Every payment has a public transaction hash.' },
];

/**
 * The landing page (D1 §2): explains in ten seconds. The figures of the tiles are static text, as the specification has
 * them.
 */
export function Landing() {
  const [asked, setAsked] = useState<Role | null>(null);
  const [onboarding, setOnboarding] = useState<Role | null>(null);
  const navigate = useNavigate();
  return (
    <>
      <div className="landing-sky">
        <header className="landing-wide landing-head">
          <Link to="/" className="wordmark">
            <House />
            Tknest
          </Link>
          <nav className="row landing-nav" aria-label="Main">
            <div id="landing-more" popover="auto" className="landing-more">
              <ButtonLink to="/admin" look="subtle" size="sm">
                Admin
              </ButtonLink>
              <ButtonLink to="/dashboard" look="subtle" size="sm">
                Dashboard
              </ButtonLink>
            </div>
            <ButtonLink to="/auth" look="default" size="sm">
              Sign in
            </ButtonLink>
            <ButtonLink to="/easy-setup" look="filled" size="sm">
              Quick Setup
            </ButtonLink>
            <button type="button" className="landing-menu" popoverTarget="landing-more" aria-label="More">
              <IconMenu2 size={22} aria-hidden />
            </button>
          </nav>
        </header>
        <main className="landing-wide">
          <div className="landing-hero">
            <div>
              <h1>
                Fund property.
                <br />
                Get paid from rent.
              </h1>
              <p>
                Owners raise what a building needs by offering tokens linked to it. Participants receive a share of the
                rent each month, in RLUSD, straight to their wallet.
              </p>
              <div className="landing-ways">
                <Button look="filled" size="lg" onClick={() => setAsked('landlord')}>
                  I own a property
                </Button>
                <Button size="lg" onClick={() => setAsked('investor')}>
                  I want to participate
                </Button>
              </div>
              <p className="landing-legend small">
                <i data-lit /> token taken <i /> still available
              </p>
            </div>
            <section className="card landing-month" aria-labelledby="month">
              <h2 id="month">A month at Sample Court</h2>
              <p className="figure" style={{ margin: '8px 0 0' }}>
                2,500.00<span className="money-unit">RLUSD rent</span>
              </p>
              <div
                className="landing-bar"
                role="img"
                aria-label="The payment takes 26.7 percent of the rent; the limit is 30 percent"
              >
                <span />
                <i>30% limit</i>
              </div>
              <dl className="stack" style={{ gap: 8 }}>
                {(
                  [
                    ['To 250 tokens', 667.12],
                    ['Per token', 2.67],
                    ['Stays with the owner', 1832.88],
                  ] as const
                ).map(([label, amount]) => (
                  <div className="between" key={label}>
                    <dt className="dim">{label}</dt>
                    <dd style={{ fontWeight: 600 }}>
                      <Money amount={amount} />
                    </dd>
                  </div>
                ))}
              </dl>
              <p className="xsmall dim" style={{ margin: '16px 0 0' }}>
                Sample figures. No returns are guaranteed.
              </p>
            </section>
          </div>
        </main>
        <Skyline />
      </div>
      <AfterFirstPaint>
        <div className="landing-wide">
          {onboarding ? (
            <Suspense fallback={null}>
              <Onboarding
                role={onboarding}
                onBack={() => setOnboarding(null)}
                onComplete={(wallet) =>
                  void navigate(`/integrated-dashboard?${new URLSearchParams({ role: onboarding, wallet })}`)
                }
              />
            </Suspense>
          ) : (
            <div className="landing-roles">
              <RoleCard
                role="landlord"
                title="Property Owner"
                points={[
                  'List a property that needs funding',
                  'Receive direct payments from verified investors',
                  'Repay from rent, never more than 30% of it',
                ]}
                onChoose={setAsked}
              />
              <RoleCard
                role="investor"
                title="Investor"
                points={[
                  'Browse verified properties and their numbers',
                  'Take part from one token',
                  'Receive your rent share automatically each month',
                ]}
                onChoose={setAsked}
              />
            </div>
          )}
          <div className="landing-tiles">
            <div>
              <b>2.5M+</b>
              <span className="dim">RLUSD activity</span>
            </div>
            <div>
              <b>450+</b>
              <span className="dim">listings</span>
            </div>
            <div>
              <b>98%</b>
              <span className="dim">completion rate</span>
            </div>
          </div>
          <section className="landing-section">
            <h2>What the platform does for you</h2>
            <p className="dim" style={{ maxWidth: '56ch', marginTop: 8 }}>
              A neutral place to document agreements between owners and participants, and to link them to payments on a
              public ledger.
            </p>
            <div className="landing-features">
              {FEATURES.map(({ Icon, title, text }) => (
                <div key={title}>
                  <Icon aria-hidden />
                  <h3>{title}</h3>
                  <p className="dim">{text}</p>
                </div>
              ))}
            </div>
          </section>
        </div>
        <div className="landing-strip">
          <ul className="landing-wide">
            {COMPLIANCE.map(({ Icon, text }) => (
              <li key={text}>
                <Icon size={18} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <div className="landing-wide">
          <section className="landing-section">
            <h2>From people who use it</h2>
            <p className="dim">Sample voices for the demonstration.</p>
            <div className="landing-voices">
              <figure>
                <blockquote>
                  “The boiler was paid for in three weeks, and I could see beforehand that the rent would carry it.”
                </blockquote>
                <figcaption className="small dim">Sam Sample, property owner</figcaption>
              </figure>
              <figure>
                <blockquote>
                  “My share arrives on the first. I can open the transaction and see that it did.”
                </blockquote>
                <figcaption className="small dim">Ida Example, investor</figcaption>
              </figure>
              <figure>
                <blockquote>“Month end used to be a folder of statements. Now I replay it and compare.”</blockquote>
                <figcaption className="small dim">Paul Placeholder, accountant</figcaption>
              </figure>
            </div>
          </section>
          <section className="landing-section">
            <h2>Paid in RLUSD, a dollar-backed stablecoin</h2>
            <div className="landing-coin">
              <ul>
                {COIN.map(({ title, text }) => (
                  <li key={title}>
                    <b>{title}</b>
                    <p className="dim">{text}</p>
                  </li>
                ))}
              </ul>
              <div className="card stack" style={{ alignSelf: 'start' }}>
                <div>
                  <h3>Regulatory notes</h3>
                  <p className="small">
                    RLUSD is issued by a third party. The platform is not a lender, broker, money transmitter or
                    advisor.
                  </p>
                </div>
                <div>
                  <h3>Disclaimers</h3>
                  <p className="small">
                    Tokens are utility tokens: participation rights, not ownership and not securities. Agreements are
                    directly between owners and participants. Consult legal and financial professionals.
                  </p>
                </div>
              </div>
            </div>
          </section>
          <footer className="landing-foot">
            <div>
              <div>
                <span className="wordmark">
                  <House />
                  Tknest
                </span>
                <p className="small dim" style={{ marginTop: 8 }}>
                  A neutral technology and document platform. © 2024
                </p>
              </div>
              <div className="small">
                <b>Platform</b>
                <p className="dim">How it works</p>
                <p className="dim">Fees</p>
              </div>
              <div className="small">
                <b>Support</b>
                <p className="dim">Help</p>
                <p className="dim">Contact</p>
              </div>
              <div className="small">
                <b>Legal</b>
                <p>
                  <Link to="/terms">Terms</Link>
                </p>
                <p className="dim">Privacy</p>
              </div>
            </div>
          </footer>
        </div>
      </AfterFirstPaint>
      {asked && (
        <Suspense fallback={null}>
          <RoleDialog
            role={asked}
            onClose={() => {
              setOnboarding(asked);
              setAsked(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** What lies below the first screen waits until that one stands: a slow phone shows it sooner. */
function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted ? children : null;
}

function RoleCard({
  role,
  title,
  points,
  onChoose,
}: {
  role: Role;
  title: string;
  points: string[];
  onChoose(role: Role): void;
}) {
  return (
    <section className="card">
      <h2>{title}</h2>
      <ul>
        {points.map((point) => (
          <li key={point}>
            <IconCheck size={18} aria-hidden />
            {point}
          </li>
        ))}
      </ul>
      <Button look={role === 'landlord' ? 'filled' : 'default'} onClick={() => onChoose(role)}>
        Continue as {title} <IconArrowRight size={16} aria-hidden />
      </Button>
    </section>
  );
}
