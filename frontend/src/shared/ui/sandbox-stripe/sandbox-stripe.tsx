import { IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import style from './sandbox-stripe.module.css';

/** Shown above everything simulated, and nothing else. */
export const SandboxStripe = ({ children }: { children: ReactNode }) => (
  <div className={style.stripe} role="note">
    <IconFlask size={16} aria-hidden />
    {children}
  </div>
);
