import { Link } from 'react-router';

interface Props {
  /** Of a payment, or of a line of a payout: `<run>~<wallet>`. */
  paymentId: string;
  /** Shown in place of the word, where a column has no room for it. */
  shown?: string;
}

/** Leads to the receipt of what was settled. */
export const ReceiptLink = ({ paymentId, shown }: Props) => (
  <Link
    className="nowrap"
    to={`/receipts/${encodeURIComponent(paymentId)}`}
    title={shown && 'Receipt'}
    aria-label={shown && `Receipt, ${shown}`}
  >
    {shown ?? 'Receipt'}
  </Link>
);
