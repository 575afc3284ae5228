import style from './qr.module.css';

/** The call's own QR image on white with a quiet zone, in both schemes: a scanner needs dark on light. */
export function QrCode({ src, alt }: { src: string; alt: string }) {
  return (
    <span className={style.qr}>
      <img src={src} alt={alt} width={186} height={186} />
    </span>
  );
}
