import { IconArrowRight, IconShieldCheck } from '@tabler/icons-react';
import { ButtonLink } from '../../../shared/ui/button/button';

/** The badge of a verified user, and a link to continue. */
export function Verified() {
  return (
    <section className="card verification-seal" aria-labelledby="seal">
      <IconShieldCheck size={44} stroke={1.7} color="var(--ok)" aria-hidden />
      <h2 id="seal">You are verified</h2>
      <p className="dim">You can use everything your role offers.</p>
      <ButtonLink to="/" look="filled" size="lg" wide>
        Access Platform <IconArrowRight size={18} aria-hidden />
      </ButtonLink>
    </section>
  );
}
