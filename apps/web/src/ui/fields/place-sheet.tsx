import { foundPlaces, type PickablePlace } from '@mutual-transfer/domain/reference/place-search';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { type KeyboardEvent, useState } from 'react';
import { useReading } from '../../platform/i18n/language.tsx';
import { Dialog } from '../dialog.tsx';
import field from './field.module.css';
import classes from './place-picker.module.css';

interface PlaceSheetProps {
  /** Label of the field. */
  title: string;
  places: readonly PickablePlace[];
  /** English name of the chosen place, or empty. */
  value: string;
  nameOf: (name: string) => string;
  onChoose: (place: PickablePlace) => void;
  onClose: () => void;
}

/** List of places over the whole screen of a phone. The search is not focused, so that the list shows instead of the keyboard. */
export function PlaceSheet({ title, places, value, nameOf, onChoose, onClose }: PlaceSheetProps) {
  const { t, language } = useReading();
  const [typed, setTyped] = useState('');
  const any = places.find(({ name }) => name === ANY_BLOCK);
  const found = foundPlaces(places, typed).filter((place) => place !== any);
  const choose = (place: PickablePlace) => {
    onChoose(place);
    onClose();
  };
  const [first] = found;
  const chooseFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would submit the form around the field.
    event.preventDefault();
    if (first && typed.trim() !== '') choose(first);
  };
  const option = (place: PickablePlace) => (
    <button
      aria-pressed={place.name === value}
      className={classes.choice}
      lang={language}
      onClick={() => choose(place)}
      type="button"
    >
      {nameOf(place.name)}
    </button>
  );
  return (
    <Dialog isTall onClose={onClose} title={title}>
      <input
        aria-label={t('browse.search')}
        autoComplete="off"
        className={field.input}
        enterKeyHint="done"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={chooseFirst}
        placeholder={t('browse.search')}
        type="search"
        value={typed}
      />
      {any && option(any)}
      {found.length === 0 ? (
        <p className={classes.none} role="status">
          {t(places.length === 0 ? 'common.loading' : 'common.nothingFound')}
        </p>
      ) : (
        <ul className={classes.sheet}>
          {found.map((place) => (
            <li key={place.name}>{option(place)}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
