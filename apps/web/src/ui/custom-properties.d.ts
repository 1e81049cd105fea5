import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, such as `--share`, which style sheets read. */
    readonly [name: `--${string}`]: string | number | undefined;
  }
}
