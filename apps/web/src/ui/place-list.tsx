import { type ComboboxItem, HeadlessMantineProvider, type OptionsFilter, Select } from '@mantine/core';
import { type FocusEvent, type MouseEvent, useMemo } from 'react';
import { useReading, useTranslation } from '../i18n/language.tsx';
import field from './field.module.css';
import classes from './place-list.module.css';
import { type PickablePlace, searchKeys, searchRank } from './place-picker-filter.ts';
import type { Early, PlacePickerProps } from './place-picker-props.ts';
import { useTypedEarly } from './use-typed-early.ts';

/** The list stands in the page where the input does, and above it only where it fits below the page's header. */
const besideInput = {
  withinPortal: false,
  middlewares: { flip: { padding: { top: 68, bottom: 8 } } },
  zIndex: 10,
};

/** All of its looks are ours: it changes places with an input of ours, and needs no styles of Mantine's. */
const looks = {
  label: field.label ?? '',
  required: field.required ?? '',
  error: field.error ?? '',
  input: `${field.input} ${field.choice}`,
  section: classes.section ?? '',
  dropdown: classes.dropdown ?? '',
  options: classes.options ?? '',
  option: classes.option ?? '',
  empty: classes.empty ?? '',
};

interface PlaceListProps extends PlacePickerProps {
  readonly early: Early;
}

/** Names as the reader reads them; typing finds a place by any of its names in either script. */
export function PlaceList({ places, early, ...others }: PlaceListProps) {
  const { t } = useTranslation();
  const { language } = useReading();
  const data = useMemo(
    () => places.map(({ name, names }) => ({ value: name, label: names[language] ?? name })),
    [places, language],
  );
  const filter = useMemo(() => filterOf(places), [places]);
  const list = useTypedEarly(early, places, others.onChange);
  return (
    <HeadlessMantineProvider>
      <Select
        allowDeselect={false}
        classNames={looks}
        comboboxProps={besideInput}
        data={data}
        filter={filter}
        nothingFoundMessage={t(places.length === 0 ? 'common.loading' : 'common.nothingFound')}
        onClick={selectText}
        onFocus={selectText}
        searchable
        selectFirstOptionOnChange
        spellCheck={false}
        withCheckIcon={false}
        withScrollArea={false}
        {...list}
        {...others}
      />
    </HeadlessMantineProvider>
  );
}

/** What is typed replaces the name of the place chosen before. */
function selectText(event: FocusEvent<HTMLInputElement> | MouseEvent<HTMLInputElement>): void {
  event.currentTarget.select();
}

function filterOf(places: readonly PickablePlace[]): OptionsFilter {
  const keys = new Map(places.map((place) => [place.name, searchKeys(place)]));
  return ({ options, search }) => {
    const items = options.filter((option): option is ComboboxItem => 'value' in option);
    if (search.trim() === '') return items;
    return items
      .map((item) => ({ item, rank: searchRank(keys.get(item.value) ?? [], search) }))
      .filter(({ rank }) => rank !== undefined)
      .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
      .map(({ item }) => item);
  };
}
