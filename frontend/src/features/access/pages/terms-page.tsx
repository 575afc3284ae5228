import { AgreementPage } from '../components/agreement-page';
import type { Section } from '../components/text-page';

const SECTIONS: readonly Section[] = [
  {
    id: 'overview',
    title: 'Platform overview',
    text: [
      'Tknest is a neutral technology and document-storage platform that links agreements between property owners and participants to payments on a public ledger. It is not a lender, broker, money transmitter or advisor.',
      'The product is non-custodial: users hold their own keys, and payments move between wallets. There are no investment guarantees.',
    ],
  },
  {
    id: 'acknowledgments',
    title: 'User acknowledgments',
    text: ['By using the platform you acknowledge that'],
    points: [
      'tokens are utility tokens: engagement slots or participation rights, not ownership and not securities;',
      'agreements are made directly between owners and participants;',
      'no returns are guaranteed;',
      'you have had the chance to ask legal and financial professionals.',
    ],
  },
  {
    id: 'identity',
    title: 'Identity verification',
    text: [
      'Listing a property and buying tokens require a completed identity verification with sanctions screening. Documents are encrypted with a key of your own.',
    ],
  },
  {
    id: 'monitoring',
    title: 'Transaction monitoring',
    text: [
      'Transactions are recorded, monitored and compared with the public ledger. What is written there is public and permanent.',
    ],
  },
  {
    id: 'rlusd',
    title: 'RLUSD disclaimer',
    text: [
      'RLUSD is issued by a third party. The platform neither issues nor redeems it and does not guarantee its value.',
    ],
  },
  {
    id: 'participation',
    title: 'Property-linked participation',
    text: [
      'A token entitles its holder to a share of the monthly payment that the listing names. The payment is capped at 30% of the monthly rent. No returns are guaranteed.',
    ],
  },
  {
    id: 'responsibilities',
    title: 'User responsibilities',
    text: [
      'You are responsible for your keys, for the truth of what you submit, and for your taxes. Consult legal and financial professionals.',
    ],
  },
  {
    id: 'liability',
    title: 'Limitation of liability',
    text: [
      'The platform is provided as is. To the extent the law allows, it is not liable for losses from the use of wallets, ledgers or third-party stablecoins.',
    ],
  },
];
const CONTACT: Section = {
  id: 'contact',
  title: 'Contact and updates',
  text: ['Changes to these terms are announced on this page before they take effect.'],
};

export default function TermsPage() {
  return (
    <AgreementPage
      of="terms"
      lead="What the platform does, what it does not do, and what you are responsible for."
      sections={SECTIONS}
      contact={CONTACT}
    />
  );
}
