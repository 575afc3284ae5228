import type { PaymentView } from '@tknest/contracts/api';
import { usePlatformConfigQuery } from '../../session/api';
import { HashText } from '../../ui/copyable/copyable';
import { Fact, Facts } from '../../ui/facts/facts';
import { ReceiptLink } from './receipt-link';
import './payment-dialog.css';

const PROOFS: Record<string, string> = {
  'trust-line': 'TKNEST line',
  authorise: 'Authorization',
  recipient: 'Payment',
  platform: 'Platform fee',
  issuance: 'Tokens issued',
};

/** A payment's transactions on the ledger, each with its hash. */
export function Proof({ payment, open }: { payment: PaymentView; open: boolean }) {
  const { data: config } = usePlatformConfigQuery();
  const sent = payment.legs.filter(({ txHash }) => txHash);
  return (
    <details className="pay-proof" open={open}>
      <summary>Proof on the ledger</summary>
      {sent.length === 0 && <p className="small dim">Nothing was sent to the ledger.</p>}
      <Facts>
        {sent.map(({ leg, txHash, result }) => (
          <Fact key={leg} name={PROOFS[leg]}>
            {result && result !== 'tesSUCCESS' && <span className="mono">{result}</span>}
            <HashText hash={txHash} explorer={config?.explorer} />
          </Fact>
        ))}
      </Facts>
      {payment.status === 'completed' && <ReceiptLink paymentId={payment.id} />}
    </details>
  );
}
