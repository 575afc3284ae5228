import { Link } from 'react-router';

interface Props {
  /** The id of a payment, or of a payout line: `<run>~<wallet>`. */
  paymentId: string;
  /** Shown instead of the text if a column has no room for it. */
  shown?: string;
}

/** A link to the receipt of a settled payment. */
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
