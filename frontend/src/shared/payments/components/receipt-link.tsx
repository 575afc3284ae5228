import { Link } from 'react-router';

/** Leads to the receipt of a settled payment, or of a line of a payout: `<run>~<wallet>`. */
export const ReceiptLink = ({ paymentId }: { paymentId: string }) => (
  <Link className="nowrap" to={`/receipts/${encodeURIComponent(paymentId)}`}>
    Receipt
  </Link>
);
