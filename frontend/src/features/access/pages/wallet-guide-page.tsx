import { ButtonLink } from '../../../shared/ui/button/button';
import { TextPage, type Section } from '../components/text-page';

const SECTIONS: readonly Section[] = [
  { id: 'login', title: 'Wallet login', text: ['Choose your role, scan the code with Xaman and confirm. There is no password: the signature proves that the wallet is yours, costs nothing and moves no money.'] },
  { id: 'dashboards', title: 'Role dashboards', text: ['Property owners list properties and follow their funding. Rent recipients browse properties, take part and follow their income.'] },
  { id: 'fee', title: 'Automatic 2.5% fee and dual transactions', text: ['A payment is two transactions: the amount to its recipient and the platform fee. Both are signed before either is sent, and the fee goes only after the payment is validated, so nobody pays a fee for a payment that failed.'] },
  { id: 'landlords', title: 'Landlord features', text: ['The form shows at once whether the rent carries the terms: the monthly payment may take at most 30% of the rent.'] },
  { id: 'security', title: 'Security', text: ['Your keys stay in your wallet app. The platform checks every signature against what it asked for and lets only the validated ledger say that money has moved.'] },
];

export default function WalletGuidePage() {
  return <TextPage title="Wallet guide" lead="How signing in and paying with your wallet works." sections={SECTIONS} actions={<><ButtonLink to="/" size="sm">Back</ButtonLink><ButtonLink to="/auth" target="_blank" size="sm" look="filled">Connect Wallet</ButtonLink></>} />;
}
