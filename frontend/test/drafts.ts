import { AGREEMENT_VERSIONS } from '@tknest/contracts/rules';
import { session } from './server';

/** An application as the page keeps it on the device for the wallet of these tests, agreeing to the texts in force. */
export function keepApplication(step: number, values: object): void {
  const wallet = session().walletAddress;
  localStorage.setItem(`kyc_step:${wallet}`, String(step));
  localStorage.setItem(`kyc_formData:${wallet}`, JSON.stringify({ agreementVersions: AGREEMENT_VERSIONS, ...values }));
}
