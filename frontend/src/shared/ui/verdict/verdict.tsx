import { IconCircleCheck, IconCircleX, IconClock, IconLoader2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import './verdict.css';

const ICONS = { ok: IconCircleCheck, bad: IconCircleX, wait: IconClock, run: IconLoader2 };

/** How something stands: one sentence as heading, the evidence in a small line, at most one button. */
export function Verdict({ tone, title, evidence, action }: { tone: keyof typeof ICONS; title: string; evidence?: ReactNode; action?: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <div className={`card verdict verdict-${tone} ${tone === 'run' ? 'turning' : ''}`}>
      <Icon size={40} stroke={1.5} aria-hidden />
      <div><h3>{title}</h3>{evidence && <p className="small dim">{evidence}</p>}</div>
      {action}
    </div>
  );
}
