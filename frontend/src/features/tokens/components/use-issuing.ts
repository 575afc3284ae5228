import { useIssueTokensMutation } from '../api';
import { useOperation, type Operation } from './use-operation';

const ISSUING: Operation = {
  name: 'issue',
  tag: 'Tokens',
  done: 'Tokens Issued Successfully',
  failed: 'Token Issuance Failed',
  refused: ['Token Issuance Error', 'Failed to issue tokens'],
};

export interface Wish {
  recipientAddress: string;
  amount: string;
  issuerSeed: string;
}

/** Issues tokens manually. */
export function useIssuing() {
  const [call, { isLoading: busy }] = useIssueTokensMutation();
  return { busy, ...useOperation<Wish>(ISSUING, call) };
}
