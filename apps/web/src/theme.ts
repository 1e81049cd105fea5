import { type ButtonProps, createTheme, type MantineColorsTuple, type MantineTheme } from '@mantine/core';

/** The one accent: the deep green of a field after rain. Shade 8 on white has a contrast of 6.6 : 1. */
const field: MantineColorsTuple = [
  '#e9f7f1',
  '#d3ebe0',
  '#a6d7c1',
  '#76c2a0',
  '#4fb085',
  '#36a573',
  '#27a069',
  '#178b59',
  '#0b6b44',
  '#005636',
];

/** The dark grounds and lines of styles/base.css, in Mantine's order: from text to what lies deepest. */
const dark: MantineColorsTuple = [
  '#eef3ef',
  '#c9d3cd',
  '#a9b6ae',
  '#97a49c',
  '#4a564f',
  '#333d37',
  '#202823',
  '#1b221e',
  '#151b18',
  '#121714',
];

/** Main buttons look like those of ui/button.module.css, in light and dark. */
function buttonColors(_theme: MantineTheme, { variant = 'filled', color }: ButtonProps) {
  const isMain = variant === 'filled' && color === undefined;
  return {
    root: isMain
      ? {
          '--button-bg': 'var(--accent)',
          '--button-hover': 'var(--accent)',
          '--button-color': 'var(--on-accent)',
        }
      : {},
  };
}

/** The look of the product; spacing, colours of meaning and layout stand in styles/base.css. */
export const theme = createTheme({
  colors: { field, dark },
  primaryColor: 'field',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '700' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md' }, vars: buttonColors },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 44 } },
  },
});
