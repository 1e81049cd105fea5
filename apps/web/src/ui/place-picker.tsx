import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { type FocusEvent, type MouseEvent, type ReactNode, useMemo } from 'react';
import { useReading, useTranslation } from '../i18n/language.tsx';
import classes from './place-picker.module.css';
import { type PickablePlace, searchKeys, searchRank } from './place-picker-filter.ts';
import { useTypedEarly } from './use-typed-early.ts';

/** The list stands in the page where the input does, and above it only where it fits below the page's header. */
const besideInput = {
  withinPortal: false,
  middlewares: { flip: { padding: { top: 68, bottom: 8 } } },
};

interface PickerProps {
  readonly label: string;
  /** The English name of the place, as it goes on the wire. */
  readonly value: string | null;
  readonly onChange: (name: string | null) => void;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly clearable?: boolean;
  /** The field of the form, for whoever looks for the input of a wrong one. */
  readonly 'data-path'?: string;
}

interface DistrictPickerProps extends PickerProps {
  readonly districts: readonly PickablePlace[];
}

interface BlockPickerProps extends PickerProps {
  /** The blocks of the district chosen beside. */
  readonly blocks: readonly PickablePlace[];
  /** Offers `Any block` first. */
  readonly includeAny?: boolean;
}

export function DistrictPicker({ districts, ...others }: DistrictPickerProps) {
  const { t } = useTranslation();
  return <PlacePicker places={districts} placeholder={t('place.chooseDistrict')} {...others} />;
}

export function BlockPicker({ blocks, includeAny = false, ...others }: BlockPickerProps) {
  const { t } = useTranslation();
  const anyBlock = t('place.anyBlock');
  const places = useMemo(() => {
    const any = { name: ANY_BLOCK, nameHindi: anyBlock, otherNames: [] };
    return includeAny && blocks.length > 0 ? [any, ...blocks] : blocks;
  }, [anyBlock, blocks, includeAny]);
  const placeholder = t(others.disabled ? 'place.districtFirst' : 'place.chooseBlock');
  return <PlacePicker places={places} placeholder={placeholder} {...others} />;
}

interface PlacePickerProps extends PickerProps {
  readonly places: readonly PickablePlace[];
}

/** Names as the reader reads them; typing finds a place by any of its names in either script. */
function PlacePicker({ places, clearable = false, ...others }: PlacePickerProps) {
  const { t } = useTranslation();
  const { language } = useReading();
  const data = useMemo(
    () => places.map(({ name, nameHindi }) => ({ value: name, label: language === 'hi' ? nameHindi : name })),
    [places, language],
  );
  const filter = useMemo(() => filterOf(places), [places]);
  const list = useTypedEarly(places, others.onChange);
  return (
    <Select
      allowDeselect={clearable}
      classNames={{
        options: classes.options ?? '',
        option: classes.option ?? '',
        empty: classes.option ?? '',
      }}
      clearable={clearable}
      data={data}
      filter={filter}
      comboboxProps={besideInput}
      nothingFoundMessage={t(places.length === 0 ? 'common.loading' : 'common.nothingFound')}
      onClick={selectText}
      onFocus={selectText}
      searchable
      selectFirstOptionOnChange
      spellCheck={false}
      withScrollArea={false}
      {...list}
      {...others}
    />
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
