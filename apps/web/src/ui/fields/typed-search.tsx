import { SEARCH_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { useState } from 'react';
import { useTimer } from '../use-timer.ts';
import { TextField } from './text-fields.tsx';

interface TypedSearchProps {
  label: string;
  hint: string;
  name: string;
  /** Search text of the shown list. */
  value: string;
  delay: number;
  onChange: (words: string) => void;
}

/** Search field that reports its text a moment after the last key. Follows changes of `value` from outside. */
export function TypedSearch({ label, hint, name, value, delay, onChange }: TypedSearchProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== known) {
    setKnown(value);
    // A value that this field reported comes back with a delay, and must not replace newer text.
    if (value !== sent) {
      setTyped(value);
      setSent(value);
    }
  }
  const later = useTimer();
  const send = (words: string) =>
    later(() => {
      setSent(words);
      onChange(words);
    }, delay);
  return (
    <TextField
      label={label}
      maxLength={SEARCH_MAXIMUM_LENGTH}
      name={name}
      onChange={(words) => {
        setTyped(words);
        send(words.trim());
      }}
      placeholder={hint}
      type="search"
      value={typed}
    />
  );
}
