import { IconWallet } from '@tabler/icons-react';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Money } from '../../../shared/ui/money/money';
import { TextPage, type Section } from '../components/text-page';

/** REQ-1.9.12: 100 gives a fee of 2.50 and a total of 102.50. */
const SPLIT = (
  <div className="card text-split">
    <div className="text-split-bar" aria-hidden>
      <span />
      <span />
    </div>
    <dl className="stack">
      {(
        [
          ['To the landlord', 100],
          ['Platform fee', 2.5],
          ['You sign for', 102.5],
        ] as const
      ).map(([term, amount]) => (
        <div className="between" key={term}>
          <dt>{term}</dt>
          <dd>
            <Money amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
);

const SECTIONS: readonly Section[] = [
  {
    id: 'login',
    title: 'Wallet login',
    text: [
      'Choose your role, scan the code with Xaman and confirm. There is no password: the signature proves that the wallet is yours, costs nothing and moves no money.',
    ],
    steps: [
      'Install the wallet app and create an account. Write the secret down on paper.',
      'Choose Property Owner or Rent Recipient and press Connect Xaman Wallet.',
      'Scan the code. On a phone, press Open in Xaman.',
    ],
  },
  {
    id: 'dashboards',
    title: 'Role dashboards',
    text: [
      'Landlords list properties and follow their funding. Investors browse properties, buy tokens and follow their income.',
    ],
  },
  {
    id: 'fee',
    title: 'Automatic 2.5% fee and dual transactions',
    text: [
      'A payment is two transactions: the amount to its recipient and the platform fee. Both are signed before either is sent, and the fee goes only after the payment is validated, so nobody pays a fee for a payment that failed.',
      'The fee is 2.5% on top when you buy tokens, pay somebody directly or repay a loan yourself. The token checkout has no fee. With autopay, 2.5% is taken from the installment, so holders receive 97.5%. Rent automation, which only the office sets up, usually takes 5%.',
    ],
    figure: SPLIT,
  },
  {
    id: 'landlords',
    title: 'Landlord features',
    text: [
      'The form shows immediately whether the rent covers the payment: the monthly payment may take at most 30% of the rent.',
    ],
  },
  {
    id: 'security',
    title: 'Security',
    text: [
      'Your keys stay in your wallet app. The platform compares every signature with what it asked for, and counts money as moved only when a validated ledger shows it.',
    ],
  },
];

export default function WalletGuidePage() {
  return (
    <TextPage
      title="Wallet guide"
      lead="A wallet app holds your keys. The platform asks, you sign, the ledger settles."
      sections={SECTIONS}
      actions={
        <ButtonLink to="/auth" target="_blank" size="sm" look="filled" icon={<IconWallet size={16} aria-hidden />}>
          Connect Wallet
        </ButtonLink>
      }
    />
  );
}
