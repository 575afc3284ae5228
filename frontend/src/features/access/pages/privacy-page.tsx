import { AgreementPage } from '../components/agreement-page';
import type { Section } from '../components/text-page';

const SECTIONS: readonly Section[] = [
  {
    id: 'collected',
    title: 'What we collect',
    text: ['What you give us, and what is recorded when you use the platform:'],
    points: [
      'your wallet address, when you signed in, and with which devices;',
      'your identity application: name, date of birth, contact details, social security or tax number, and for landlords bank details;',
      'the documents that you upload for it;',
      'what an identity provider reports about you, if you use one;',
      'your listings, purchases, payments and rent shares.',
    ],
  },
  {
    id: 'purpose',
    title: 'Why we need it',
    text: [
      'We are required to know who lists a property and who buys tokens, and to compare names with sanctions lists. Payments are recorded so that everybody can prove what they paid and received. We do not sell personal data and show no advertising.',
    ],
  },
  {
    id: 'seen',
    title: 'Who sees it',
    text: [
      'Officers who decide on applications see the application and its documents; each view is recorded. Auditors see masked data. Other users see wallet addresses and a property’s address and rental contract, but never an application.',
      'If you choose an identity provider (Persona or Sum&Substance), you give your documents to that provider under its own policy.',
    ],
  },
  {
    id: 'ledger',
    title: 'What is public',
    text: [
      'Payments on the XRP Ledger are public and permanent: wallet addresses, amounts, times and memos. We write no names there. Nobody can erase what is on the ledger.',
    ],
  },
  {
    id: 'stored',
    title: 'Where it is kept',
    text: [
      'Applications and documents are encrypted with a key of your own. Social security, tax, bank account and routing numbers are never stored in your browser; other parts of a form you have begun are kept on your device until you submit or clear it. The only cookies that we set sign you in and keep you signed in.',
    ],
  },
  {
    id: 'kept',
    title: 'How long it is kept',
    text: [
      'As long as you use the platform. You can ask for erasure on the verification page: your key is destroyed and your data can no longer be read. What the law requires us to keep (name, date of birth, country, proof of identity and decisions) stays locked under another key until the legal retention period ends. While you hold tokens, have a loan to repay or have a payment in progress, we cannot erase your data.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: ['You can ask what we hold about you, have it corrected, receive a copy, or have it erased.'],
  },
];

export default function PrivacyPage() {
  return (
    <AgreementPage
      of="privacy"
      lead="What we know about you, who sees it, and how to have it erased."
      sections={SECTIONS}
      contact={{ id: 'contact', title: 'Contact and updates', text: ['Changes are announced on this page.'] }}
    />
  );
}
