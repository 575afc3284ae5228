import { IconArrowRight, IconCheck, IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Money } from '../../../shared/ui/money/money';
import { Skyline } from '../../../shared/ui/scene/scene';
import { AfterFirstPaint } from '../../../shared/ui/states/after-first-paint';
import { House } from '../../../shared/ui/wordmark/wordmark';
import type { Role } from '../../../shared/session/api';
import { LandingFeatures, LandingFoot, LandingFooter } from '../components/landing-sections';
import './landing.css';

const RoleDialog = lazy(() => import('../components/role-dialog'));
const OpenNow = lazy(() => import('../components/open-now'));
const Onboarding = lazy(() => import('../components/onboarding'));

/** The landing page (REQ-1.2.6 to REQ-1.2.9). The figures of the tiles are static text, as in the specification. */
export function Landing() {
  const [asked, setAsked] = useState<Role | null>(null);
  const [onboarding, setOnboarding] = useState<Role | null>(null);
  const navigate = useNavigate();
  return (
    <>
      <header className="landing-top">
        <div className="landing-wide landing-head">
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
            <ButtonLink to="/auth" size="sm">
              Sign in
            </ButtonLink>
            <ButtonLink to="/easy-setup" look="subtle" size="sm">
              Quick Setup
            </ButtonLink>
            <button type="button" className="landing-menu" popoverTarget="landing-more" aria-label="More">
              <IconMenu2 size={22} aria-hidden />
            </button>
          </nav>
        </div>
      </header>
      <main>
        <div className="landing-sky">
          <div className="landing-wide">
            <div className="landing-hero">
              <div>
                <h1>
                  Fund property.
                  <br />
                  Get paid from rent.
                </h1>
                <p>
                  Landlords raise funds by selling tokens linked to a rental property. Investors receive a share of the
                  rent each month, in RLUSD, straight to their wallet.
                </p>
                <div className="landing-ways">
                  <Button look="filled" size="lg" onClick={() => setAsked('landlord')}>
                    I own a property
                  </Button>
                  <ButtonLink to="/properties" size="lg">
                    Browse properties
                  </ButtonLink>
                </div>
                <p className="landing-legend small">
                  <i data-lit /> token sold <i /> still available
                </p>
              </div>
              <section className="card landing-month" aria-labelledby="month">
                <h2 id="month">A month at Sample Court</h2>
                <p className="figure">
                  2,500.00<span className="money-unit">&nbsp;RLUSD rent</span>
                </p>
                <div
                  className="landing-bar"
                  role="img"
                  aria-label="The payment takes 26.7 percent of the rent; the limit is 30 percent"
                >
                  <span />
                  <i>30% limit</i>
                </div>
                <dl className="stack">
                  {(
                    [
                      ['To 250 tokens', 667.12],
                      ['Per token', 2.67],
                      ['Stays with the landlord', 1832.88],
                    ] as const
                  ).map(([label, amount]) => (
                    <div className="between" key={label}>
                      <dt className="dim">{label}</dt>
                      <dd>
                        <Money amount={amount} />
                      </dd>
                    </div>
                  ))}
                </dl>
                <p className="xsmall dim">Sample figures. No returns are guaranteed.</p>
              </section>
            </div>
          </div>
          <Skyline />
        </div>
        <AfterFirstPaint>
          <div className="landing-wide">
            <Suspense fallback={<div className="landing-open" />}>
              <OpenNow />
            </Suspense>
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
                    'Start with a single token',
                    'Receive your rent share automatically each month',
                  ]}
                  onChoose={setAsked}
                />
              </div>
            )}
            <LandingFeatures />
          </div>
          <LandingFoot />
        </AfterFirstPaint>
      </main>
      <AfterFirstPaint>
        <LandingFooter />
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
      <Button onClick={() => onChoose(role)}>
        Continue as {title} <IconArrowRight size={16} aria-hidden />
      </Button>
    </section>
  );
}
