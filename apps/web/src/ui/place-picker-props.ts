import type { ReactNode } from 'react';
import type { PickablePlace } from './place-picker-filter.ts';

/** What every picker of a place is told. */
export interface PickerProps {
  readonly label: string;
  /** The English name of the place, as it goes on the wire. */
  readonly value: string | null;
  readonly onChange: (name: string | null) => void;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  /** The field of the form, for whoever looks for the input of a wrong one. */
  readonly 'data-path'?: string;
}

/** A picker of one of these places. */
export interface PlacePickerProps extends PickerProps {
  readonly places: readonly PickablePlace[];
}

/** What somebody did to a picker before its list was there. */
export interface Early {
  text: string;
  hasFocus: boolean;
}
