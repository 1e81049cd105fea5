import page from '../page.module.css';
import check from './check-field.module.css';
import classes from './choice-cards.module.css';

interface ChoiceCardsProps {
  label: string;
  name: string;
  value: string;
  /** Each with the sentence that explains it. */
  options: readonly { value: string; label: string; text: string }[];
  isDisabled: boolean;
  onChange: (value: string) => void;
}

/** Radio buttons as cards, for a choice whose consequences need a sentence each. */
export function ChoiceCards({ label, name, value, options, isDisabled, onChange }: ChoiceCardsProps) {
  return (
    <fieldset className={`${page.cells} ${classes.cards}`} disabled={isDisabled}>
      <legend className={page.whole}>{label}</legend>
      {options.map((option) => (
        <label className={`${check.field} ${page.well} ${classes.card}`} key={option.value}>
          <input
            aria-describedby={`${name}-${option.value}-text`}
            aria-labelledby={`${name}-${option.value}`}
            checked={option.value === value}
            name={name}
            onChange={() => onChange(option.value)}
            type="radio"
            value={option.value}
          />
          <span>
            <strong id={`${name}-${option.value}`}>{option.label}</strong>
            <span className={page.soft} id={`${name}-${option.value}-text`}>
              {option.text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
