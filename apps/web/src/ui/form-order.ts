import type { InputWrapperProps } from '@mantine/core';

/** A hint stands below its input, so that inputs beside each other stand on one line. */
export const belowInput: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
];
