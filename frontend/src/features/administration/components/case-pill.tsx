import type { CaseView } from '@tknest/contracts/api';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';

const LOOKS = { open: ['pending', 'Open'], resolved: ['completed', 'Resolved'] } as const;

/** An open case waits for somebody, so it is amber, not green like an open listing. */
export function CasePill({ status }: Pick<CaseView, 'status'>) {
  const [look, word] = LOOKS[status];
  return <StatusPill status={look} word={word} />;
}
