import type { ReactNode } from 'react';
import { usePlatformConfigQuery } from '../shared/session/api';
import { NOT_FOUND, pageOf } from './pages';

export const NotFound = pageOf(NOT_FOUND);

/** Renders a page of the sandbox; without a sandbox, its address is a 404. */
export function SandboxOnly({ children }: { children: ReactNode }) {
  const { data: config, isLoading } = usePlatformConfigQuery();
  if (isLoading) return null;
  return config?.sandbox === false ? <NotFound /> : children;
}
