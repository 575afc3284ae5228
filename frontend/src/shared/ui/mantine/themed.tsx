import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import { MantineContext, MantineProvider } from '@mantine/core';
import { useContext, type ComponentType, type PropsWithChildren } from 'react';
import { useScheme } from '../../scheme/scheme';
import { cssVariables, theme } from './theme';

/**
 * What Mantine's components need around them. It comes with them, because most pages are painted without any: around a
 * form, a dialog or a single input, and once where these are inside one another.
 */
export function Themed({ children }: PropsWithChildren) {
  const { shown } = useScheme();
  if (useContext(MantineContext)) return children;
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      // The first is what it begins with, or a dark page would be light for a moment.
      defaultColorScheme={shown}
      forceColorScheme={shown}
    >
      {children}
    </MantineProvider>
  );
}

/** One of Mantine's components with what it needs. */
export const themed =
  <Props extends object>(Part: ComponentType<Props>) =>
  (props: Props) => (
    <Themed>
      <Part {...props} />
    </Themed>
  );
