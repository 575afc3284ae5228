import type { SignRequestLinks } from '@tknest/contracts/api';
import { IconDeviceMobile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePhone } from '../../use-phone';
import { QrCode } from '../qr/qr';
import style from './sign-request.module.css';

interface Props {
  request: Pick<SignRequestLinks, 'qrCode' | 'deepLink'>;
  /** What the code is for: "scan it with Xaman to sign in". */
  what: string;
  /** Whether it is only a secondary part of the page. */
  compact?: boolean;
  /** Shown beside the link. */
  children?: ReactNode;
}

/**
 * Opens a request (a sign-in, a trust line or a payment) in the wallet app: on a phone by its link, with the QR code
 * collapsed for other devices; elsewhere by the QR code.
 */
export function SignRequest({ request, what, compact, children }: Props) {
  const phone = usePhone();
  const code = <QrCode src={request.qrCode} alt={`QR code: ${what}`} />;
  return (
    <div className={style.request}>
      {!phone && code}
      <div className={style.ways}>
        <a
          className={`btn ${phone ? 'btn-filled btn-lg btn-wide' : `btn-default ${compact ? 'btn-sm' : 'btn-md'}`}`}
          href={request.deepLink}
          target="_blank"
          rel="noreferrer"
        >
          <IconDeviceMobile size={18} aria-hidden />
          Open in Xaman
        </a>
        {phone && (
          <details className={style.scan}>
            <summary>Scan from another device</summary>
            {code}
          </details>
        )}
        {children}
      </div>
    </div>
  );
}
