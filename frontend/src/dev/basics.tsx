import { type ReactNode } from 'react';
import { Button } from '../shared/ui/button/button';
import { HashText, WalletText } from '../shared/ui/copyable/copyable';
import { Keys } from '../app/shortcuts/keys';
import { Money } from '../shared/ui/money/money';
import { StatusIcon, StatusPill, VOCABULARY } from '../shared/ui/status-pill/status-pill';

const HASH = '8F3C12A98F3C12A98F3C12A98F3C12A98F3C12A98F3C12A98F3C12A98F3C12A9';
const WALLET = 'rE5tLk1RaB7gExampleExampleExample1';

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="gallery-part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Status, money, names and buttons. */
export function Basics() {
  return (
    <>
      <Part title="Status">
        <div className="gallery-row">
          {Object.keys(VOCABULARY).map((status) => (
            <StatusPill key={status} status={status} />
          ))}
          <StatusPill status="something_else" />
        </div>
        <div className="gallery-row">
          {['pending', 'processing', 'completed', 'failed'].map((status) => (
            <StatusIcon key={status} status={status} />
          ))}
        </div>
      </Part>
      <Part title="Money, wallet, hash, keys">
        <div className="gallery-row">
          <Money amount={1250} />
          <Money amount={2.668461} six />
          <span className="figure">
            <Money amount={23396.25} />
          </span>
          <Money amount={-12.5} />
        </div>
        <div className="gallery-row">
          <WalletText wallet={WALLET} />
          <HashText hash={HASH} explorer="https://example.com" />
          <WalletText wallet={null} />
          <Keys keys={['g', 'p']} />
        </div>
      </Part>
      <Part title="Buttons">
        <div className="gallery-row">
          <Button look="filled">Purchase 5 tokens</Button>
          <Button>Export</Button>
          <Button look="subtle">View receipt</Button>
          <Button look="danger">Cancel payment</Button>
          <Button look="filled" disabled>
            Fully Funded
          </Button>
          <Button look="muted">Create Property Listing</Button>
          <Button size="sm">Small</Button>
          <Button look="filled" busy>
            Busy
          </Button>
        </div>
      </Part>
    </>
  );
}
