import type { ReactNode } from 'react';
import { usePlatformConfigQuery } from '../shared/session/api';
import { pageOf } from './pages';

export const NotFound = pageOf(() => import('../features/access/pages/not-found-page'));

/** A page that plays with the sandbox: where there is none, nothing is at its address. */
export function SandboxOnly({ children }: { children: ReactNode }) {
  const { data: config, isLoading } = usePlatformConfigQuery();
  if (isLoading) return null;
  return config?.sandbox === false ? <NotFound /> : children;
}
