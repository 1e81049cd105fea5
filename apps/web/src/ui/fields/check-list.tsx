import type { ReactNode } from 'react';
import type { Option } from '../../platform/i18n/sorted-options.ts';
import page from '../page.module.css';
import { CheckField } from './check-field.tsx';

interface CheckListProps {
  name?: string;
  options: readonly Option[];
  chosen: readonly string[];
  /** Called with the new values, in the order of the options. */
  onChange: (chosen: readonly string[]) => void;
}

export function CheckList({ name, options, chosen, onChange }: CheckListProps) {
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
      name={name}
      onChange={(isOn) => choose(value, isOn)}
    />
  ));
}

interface CollapsibleCheckboxesProps {
  /** Text that opens the group. */
  title: string;
  hint: string;
  children: ReactNode;
}

export function CollapsibleCheckboxes({ title, hint, children }: CollapsibleCheckboxesProps) {
  return (
    <details>
      <summary>{title}</summary>
      <fieldset className={page.filters}>
        <legend className={`${page.whole} ${page.soft}`}>{hint}</legend>
        {children}
      </fieldset>
    </details>
  );
}
