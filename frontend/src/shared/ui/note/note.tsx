import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import './note.css';

const ICONS = { ok: IconCircleCheck, wait: IconAlertTriangle, run: IconInfoCircle, bad: IconCircleX, off: IconInfoCircle };

/** A notice in the page; the way out stands inside it as a link. */
export function Note({ tone, children, live }: { tone: keyof typeof ICONS; children: ReactNode; live?: boolean }) {
  const Icon = ICONS[tone];
  return (
    <div className={`note note-${tone}`} role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}>
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  );
}
