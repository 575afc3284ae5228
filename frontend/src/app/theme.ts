import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const tuple = (...shades: MantineColorsTuple): MantineColorsTuple => shades;

const colors = {
  petrol: tuple(
    '#eff8f8',
    '#ddeff0',
    '#c0e2e3',
    '#9dd1d3',
    '#73c0c4',
    '#44aaaf',
    '#098d93',
    '#007378',
    '#005a5e',
    '#003f42',
  ),
  lamp: tuple(
    '#fcf9ed',
    '#f7f0d9',
    '#f5e5bb',
    '#f4d897',
    '#f6c869',
    '#f0b131',
    '#d48e02',
    '#ae6c05',
    '#915100',
    '#703a00',
  ),
  brick: tuple(
    '#fef3f0',
    '#ffe6de',
    '#fed0c2',
    '#fdb59e',
    '#f89475',
    '#ed7550',
    '#d65a32',
    '#bf461b',
    '#a2350b',
    '#7a2606',
  ),
  leaf: tuple(
    '#f0faf2',
    '#e0f4e3',
    '#c6e9cc',
    '#a6dcb0',
    '#7ccb8e',
    '#51b56c',
    '#2a9b4f',
    '#00823a',
    '#00672d',
    '#014b1f',
  ),
  ember: tuple(
    '#fef3f2',
    '#fee5e3',
    '#fecdca',
    '#ffaaa7',
    '#ff8180',
    '#f55a5f',
    '#de3a46',
    '#cb2336',
    '#af152b',
    '#850d1e',
  ),
  iris: tuple(
    '#f4f6fe',
    '#e7ecff',
    '#d2dbfe',
    '#b7c4fe',
    '#99a9fe',
    '#7b8bf9',
    '#6471e2',
    '#515bca',
    '#424aad',
    '#303683',
  ),
  gray: tuple(
    '#f8fbfb',
    '#f0f5f6',
    '#e5ebec',
    '#d6dee0',
    '#bcc6c9',
    '#94a1a5',
    '#546468',
    '#3d4e52',
    '#2a3a3e',
    '#132124',
  ),
  dark: tuple(
    '#e7ecee',
    '#cbd3d5',
    '#abb5b7',
    '#889598',
    '#4d5b5e',
    '#303f42',
    '#223134',
    '#172427',
    '#0d191c',
    '#061013',
  ),
};

/**
 * Mantine's own choice of text on filled controls is unreadable in the dark scheme (1.7:1), so it is made here instead.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...resolved, color: ON_FILLED } : resolved;
};

/** Mantine's size scales use the tokens of the same name (shared/styles/tokens.css). */
const tokens = <Step extends string>(scale: string, steps: readonly Step[]) =>
  Object.fromEntries(steps.map((step) => [step, `var(--${scale}-${step})`])) as Record<Step, string>;

const ON_FILLED = 'var(--mantine-color-on-filled)';
/**
 * A dialog's own <header> counts as a second banner for screen readers, and its close button has no name of its own.
 */
const dialog = { closeButtonProps: { 'aria-label': 'Close' }, attributes: { header: { role: 'presentation' } } };

export const theme = createTheme({
  colors,
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 3 },
  variantColorResolver,
  fontFamily: 'var(--font-body)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: '600' },
  defaultRadius: 'md',
  radius: tokens('radius', ['xs', 'sm', 'md', 'lg', 'xl']),
  spacing: tokens('space', ['xs', 'sm', 'md', 'lg', 'xl']),
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-label)',
    md: 'var(--text-body)',
    lg: 'var(--text-h3)',
    xl: 'var(--text-h2)',
  },
  shadows: { md: 'var(--shadow-md)', lg: 'var(--shadow-lg)', xl: 'var(--shadow-xl)' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Modal: {
      defaultProps: {
        ...dialog,
        radius: 'xl',
        shadow: 'xl',
        centered: true,
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
      },
    },
    Drawer: { defaultProps: { ...dialog, position: 'right', overlayProps: { backgroundOpacity: 0.35 } } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
    Menu: { defaultProps: { shadow: 'lg', radius: 'lg', position: 'bottom-end' } },
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: false } } },
    Checkbox: { vars: () => ({ root: { '--checkbox-icon-color': ON_FILLED } }) },
    Chip: { vars: () => ({ root: { '--chip-color': ON_FILLED } }) },
    Radio: { vars: () => ({ root: { '--radio-icon-color': ON_FILLED } }) },
    Stepper: { vars: () => ({ root: { '--stepper-icon-color': ON_FILLED } }) },
    Pagination: {
      defaultProps: {
        getControlProps: (control: string) => ({ 'aria-label': control }),
        getItemProps: (page: number) => ({ 'aria-label': `Page ${page}` }),
      },
      vars: () => ({ root: { '--pagination-active-color': ON_FILLED } }),
    },
  },
});

/** Mantine's surfaces, texts and borders use our tokens, so that one attribute changes the color scheme of both. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--dim)',
    '--mantine-color-default-border': 'var(--line2)',
    '--mantine-color-error': 'var(--bad)',
  },
  light: { '--mantine-color-on-filled': '#ffffff', '--mantine-color-placeholder': '#546468' },
  dark: {
    '--mantine-color-on-filled': '#061013',
    '--mantine-color-placeholder': '#889598',
    '--mantine-color-default': '#142124',
  },
});
