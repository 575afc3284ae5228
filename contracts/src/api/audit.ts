export interface AuditEventView {
  position: string;
  stream: string;
  revision: number;
  type: string;
  version: number;
  at: string;
  actor: { wallet: string | null; role: string };
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  hash: string | null;
}

export interface AuditPage {
  events: AuditEventView[];
  next: string | null;
}

export interface ReadModelView {
  name: string;
  state: 'live' | 'rebuilding' | 'halted' | 'parked' | 'catching-up';
  rows: number;
  lag: number;
  progress: number;
}
