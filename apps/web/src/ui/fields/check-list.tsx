import type { Option } from '../../platform/i18n/sorted-options.ts';
import { CheckField } from './check-field.tsx';

interface CheckListProps {
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  /** Called with the new values, in the order of the options. */
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Checkboxes to choose several values. */
export function CheckList({ options, chosen, onChange }: CheckListProps) {
  const choose = (changed: string, isOn: boolean) =>
    onChange(
      options
        .map(({ value }) => value)
        .filter((value) => (value === changed ? isOn : chosen.includes(value))),
    );
  return options.map(({ value, label }) => (
    <CheckField
      isOn={chosen.includes(value)}
      key={value}
      label={label}
      onChange={(isOn) => choose(value, isOn)}
    />
  ));
}
