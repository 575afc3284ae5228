import '@fontsource-variable/geist-mono';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useScheme } from '../shared/scheme/scheme';
import { cssVariables, theme } from './theme';
import './pages.css';
import './widgets.css';

/** What pages with widgets stand in. Lazy: gate and landing are native elements and pay nothing for it. */
export default function Widgets({ children }: { children: ReactNode }) {
  const { shown } = useScheme();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={shown}>
      {children}
    </MantineProvider>
  );
}
