import {
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/**
 * Mantine's color steps, as far as its style sheets use them: one primary color for filled controls, and the grays of
 * both schemes. A step that equals one of our tokens refers to it.
 */
const colors: Record<string, MantineColorsTuple> = {
  petrol: colorsTuple('var(--pri)'),
  gray: [
    '#f8fbfb',
    'var(--sunk)',
    'var(--off-soft)',
    '#d6dee0',
    '#bcc6c9',
    '#94a1a5',
    'var(--dim)',
    'var(--off)',
    'var(--ground)',
    'var(--strip)',
  ],
  dark: [
    'var(--text)',
    '#cbd3d5',
    'var(--dim)',
    '#889598',
    '#4d5b5e',
    '#303f42',
    'var(--off-soft)',
    '#172427',
    '#0d191c',
    '#061013',
  ],
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

/** What opens belongs to the page's landmark; every page has this one. */
const WITHIN = { target: 'main' };

export const theme = createTheme({
  colors,
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 3 },
  variantColorResolver,
  fontFamily: 'var(--font-body)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-display)', fontWeight: 'var(--weight-bold)' },
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
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    // The list itself scrolls: a scrolling part within it would be one that the keyboard does not reach.
    Select: {
      defaultProps: {
        allowDeselect: false,
        checkIconPosition: 'right',
        withScrollArea: false,
        comboboxProps: { portalProps: WITHIN },
      },
    },
    // The placeholder would be a part of the menu that is no item.
    Menu: {
      defaultProps: {
        shadow: 'lg',
        radius: 'lg',
        position: 'bottom-end',
        withInitialFocusPlaceholder: false,
        portalProps: WITHIN,
      },
    },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Checkbox: { vars: () => ({ root: { '--checkbox-icon-color': ON_FILLED } }) },
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
  light: {
    '--mantine-color-on-filled': 'var(--mantine-color-white)',
    '--mantine-color-placeholder': 'var(--dim)',
  },
  dark: {
    '--mantine-color-on-filled': 'var(--mantine-color-dark-9)',
    '--mantine-color-default': 'var(--surface)',
  },
});
