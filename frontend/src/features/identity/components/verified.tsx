import { IconArrowRight, IconShieldCheck } from '@tabler/icons-react';
import { ButtonLink } from '../../../shared/ui/button/button';
import style from '../pages/kyc-verification.module.css';

/** The seal of somebody who is verified, and the way in. */
export function Verified() {
  return (
    <section className={`card ${style.seal}`} aria-labelledby="seal">
      <IconShieldCheck size={44} stroke={1.7} color="var(--ok)" aria-hidden />
      <h2 id="seal">You are verified</h2>
      <p className="dim">You can use everything your role offers.</p>
      <ButtonLink to="/" look="filled" size="lg" wide>
        Access Platform <IconArrowRight size={18} aria-hidden />
      </ButtonLink>
    </section>
  );
}
