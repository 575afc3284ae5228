import style from './qr.module.css';

/**
 * The QR image from the call, on white with a quiet zone in both color schemes, because scanners need dark on light.
 */
export function QrCode({ src, alt }: { src: string; alt: string }) {
  return (
    <span className={style.qr}>
      <img src={src} alt={alt} width={186} height={186} />
    </span>
  );
}
