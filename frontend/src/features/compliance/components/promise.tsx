/** The time left until the due date of 2-3 business days, by the business calendar. */
export function Promised({ by, left, decided }: { by: string; left: number; decided: boolean }) {
  if (decided) return <span className="dim nowrap">{by}</span>;
  if (left < 0) return <strong className="nowrap in-bad">Overdue by {-left} d</strong>;
  if (left < 1) return <strong className="nowrap in-wait">Today</strong>;
  return <span className="nowrap">{left} d left</span>;
}
