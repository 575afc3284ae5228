import { AgreementPage } from '../components/agreement-page';
import type { Section } from '../components/text-page';

const SECTIONS: readonly Section[] = [
  {
    id: 'loss',
    title: 'You can lose money',
    text: [
      'No returns are guaranteed. A landlord may pay late, less or not at all, and you can lose everything that you paid for tokens. Do not spend money on tokens that you cannot afford to lose.',
    ],
  },
  {
    id: 'tokens',
    title: 'What a token is not',
    text: [
      'Tokens are utility tokens: engagement slots or participation rights. They are not ownership of a property, not securities, not a deposit, and no insurance covers them. Your agreement is with the landlord, not with the platform.',
    ],
  },
  {
    id: 'resale',
    title: 'You cannot sell your tokens',
    text: [
      'Tokens cannot be traded or passed on. Your money comes back over the term of the loan, or earlier if the landlord repays early or redeems the tokens, as the listing’s redemption clause says.',
    ],
  },
  {
    id: 'figures',
    title: 'Yields are estimates',
    text: [
      'The annual yield counts principal that comes back to you as income, so it is higher than the interest rate. Expected returns are calculated from the terms of a listing. They are not promises. The limit of 30% of the monthly rent does not guarantee that rent is paid.',
    ],
  },
  {
    id: 'rlusd',
    title: 'RLUSD',
    text: [
      'RLUSD is issued by a third party. It may lose its value against the dollar, its issuer may freeze it, and we can neither redeem it nor replace it.',
    ],
  },
  {
    id: 'ledger',
    title: 'The ledger and your keys',
    text: [
      'A transaction on the ledger cannot be reversed. If you lose the keys of your wallet, nobody can recover what it held. Networks, wallet apps and providers can fail or be unavailable for a time.',
    ],
  },
  {
    id: 'law',
    title: 'Law and taxes',
    text: [
      'Rules about tokens differ from place to place and may change. You are responsible for your taxes. Consult legal and financial professionals before you buy or list.',
    ],
  },
];

export default function RisksPage() {
  return (
    <AgreementPage
      of="riskDisclosure"
      lead="Read this before you buy tokens or list a property."
      sections={SECTIONS}
      contact={{ id: 'contact', title: 'Questions', text: ['If something here is not clear, ask before you decide.'] }}
    />
  );
}
