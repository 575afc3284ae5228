import { daysBetween, dayAt } from '@tknest/contracts/money';

/** What is left of the promise of 2-3 business days, by days. */
export function Promised({ by, decided }: { by: string; decided: boolean }) {
  if (decided) return <span className="dim">{by}</span>;
  const left = daysBetween(dayAt(new Date()), by);
  if (left < 0) return <strong style={{ color: 'var(--bad)' }}>Overdue by {-left} d</strong>;
  return left < 1 ? <strong style={{ color: 'var(--wait)' }}>Today</strong> : <span>{left} d left</span>;
}
