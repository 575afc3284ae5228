import type { SignRequestView } from '@tknest/contracts/api';
import { IconDeviceMobile } from '@tabler/icons-react';
import { usePhone } from '../../../shared/use-phone';
import { QrCode } from '../../../shared/ui/qr/qr';

/**
 * How to reach the wallet app: on a phone by its link, with the code folded for another device; elsewhere by the code.
 */
export function SignHere({ request }: { request: SignRequestView }) {
  const phone = usePhone();
  const link = (
    <a
      className={`btn ${phone ? 'btn-filled btn-lg btn-wide' : 'btn-default btn-sm'}`}
      href={request.deepLink}
      target="_blank"
      rel="noreferrer"
    >
      <IconDeviceMobile size={18} aria-hidden />
      Open in Xaman
    </a>
  );
  const code = <QrCode src={request.qrCode} alt="QR code: scan it with your wallet app" />;
  if (!phone)
    return (
      <div className="pay-qr">
        {code}
        {link}
        <p className="small dim">Scan with your wallet app</p>
      </div>
    );
  return (
    <div className="pay-qr">
      {link}
      <details className="pay-scan">
        <summary>Scan from another device</summary>
        {code}
      </details>
    </div>
  );
}
