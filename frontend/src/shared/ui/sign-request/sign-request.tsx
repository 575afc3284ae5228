import type { SignRequestLinks } from '@tknest/contracts/api';
import { IconDeviceMobile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePhone } from '../../use-phone';
import style from './sign-request.module.css';

interface Props {
  request: Pick<SignRequestLinks, 'qrCode' | 'deepLink'>;
  /** What the code is for: "scan it with Xaman to sign in". */
  what: string;
  /** Beside other things, not the page's own subject. */
  compact?: boolean;
  /** Shown beside the link. */
  children?: ReactNode;
}

/**
 * How to reach the wallet app with a request, be it a sign-in, a trust line or a payment: on a phone by its link, with
 * the code folded for another device; elsewhere by the code.
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

/** The call's own QR image on white with a quiet zone, in both schemes: a scanner needs dark on light. */
function QrCode({ src, alt }: { src: string; alt: string }) {
  return (
    <span className={style.qr}>
      <img src={src} alt={alt} width={186} height={186} />
    </span>
  );
}
