import {
  IconArrowsExchange,
  IconCalculator,
  IconFileCertificate,
  IconFileSearch,
  IconHistory,
  IconKey,
  IconScale,
  IconShieldCheck,
  IconSparkles,
  IconUserCheck,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { House } from '../../../shared/ui/wordmark/wordmark';

const FEATURES = [
  {
    Icon: IconUserCheck,
    title: 'Verified on both sides',
    text: 'Landlords and investors pass identity and sanctions checks before anything can be listed or bought.',
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
    text: 'Due dates, installments and rent shares are calculated, sent and recorded automatically.',
  },
  {
    Icon: IconSparkles,
    title: 'Matching suggestions',
    text: 'See which properties match your past purchases, and why.',
  },
  {
    Icon: IconFileCertificate,
    title: 'A replayable record',
    text: 'Every step is recorded in order. You can replay any month and compare it with the ledger.',
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
  { title: 'Publicly verifiable', text: 'Every payment has a public transaction hash.' },
];

/** The landing page below its two entry buttons: figures, features, compliance, testimonials, the coin, the footer. */
export function LandingFeatures() {
  return (
    <>
      <p className="xsmall dim landing-sample">Sample figures</p>
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
        <p className="dim landing-lead">
          A neutral place to document agreements between landlords and investors and to link them to payments on a
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
    </>
  );
}

export function LandingFoot() {
  return (
    <>
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
                “The boiler was paid for in three weeks, and I could see in advance that the rent would cover it.”
              </blockquote>
              <figcaption className="small dim">Sam Sample, landlord</figcaption>
            </figure>
            <figure>
              <blockquote>“My share arrives on the first. I can open the transaction and see that it did.”</blockquote>
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
            <div className="card stack landing-notes">
              <div>
                <h3>Regulatory notes</h3>
                <p className="small">
                  RLUSD is issued by a third party. The platform is not a lender, broker, money transmitter or advisor.
                </p>
              </div>
              <div>
                <h3>Disclaimers</h3>
                <p className="small">
                  Tokens are utility tokens: participation rights, not ownership and not securities. Agreements are
                  directly between landlords and investors. Consult legal and financial professionals.
                </p>
              </div>
            </div>
          </div>
        </section>
      </div>
    </>
  );
}

export const LandingFooter = () => (
  <footer className="landing-wide">
    <div className="landing-foot">
      <div>
        <div>
          <span className="wordmark">
            <House />
            Tknest
          </span>
          <p className="small dim landing-claim">A neutral technology and document platform. © 2024</p>
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
    </div>
  </footer>
);
