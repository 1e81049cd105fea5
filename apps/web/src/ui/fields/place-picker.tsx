import {
  findPlaceByName,
  foundPlaces,
  type PickablePlace,
} from '@mutual-transfer/domain/reference/place-search';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { useCombobox } from 'downshift';
import { type MouseEvent, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useReading, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { scrollIntoView } from '../element-refs.ts';
import field from './field.module.css';
import { FieldFrame } from './field-frame.tsx';
import classes from './place-picker.module.css';
import { PlaceSheet } from './place-sheet.tsx';

interface PickerProps {
  label: string;
  name: string;
  /** English name of the place, as sent to the API. Empty without a selection. */
  value: string;
  onChange: (name: string) => void;
  error?: string | undefined;
  required?: boolean;
}

interface DistrictPickerProps extends PickerProps {
  /** Empty until loaded. */
  districts: readonly PickablePlace[];
}

interface BlockPickerProps extends PickerProps {
  /** District selected beside it, or empty. */
  district: string;
  blocks: readonly PickablePlace[];
  /** Adds `Any block` as the first option. */
  includeAny?: boolean;
}

export function DistrictPicker({ districts, ...others }: DistrictPickerProps) {
  const { t } = useTranslation();
  const names = useNames();
  const inOrder = useAlphabet(districts, names.district);
  return (
    <PlacePicker
      fromList={t('place.districtFromList')}
      nameOf={names.district}
      placeholder={t('place.chooseDistrict')}
      places={inOrder}
      {...others}
    />
  );
}

export function BlockPicker({ district, blocks, includeAny = false, ...others }: BlockPickerProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { language } = useReading();
  const anyBlock = t('place.anyBlock');
  const nameOf = (name: string) => names.block(district, name);
  const inOrder = useAlphabet(blocks, nameOf);
  const places = useMemo(() => {
    const any = { name: ANY_BLOCK, names: { [language]: anyBlock }, otherNames: [] };
    return includeAny && inOrder.length > 0 ? [any, ...inOrder] : inOrder;
  }, [anyBlock, inOrder, includeAny, language]);
  return (
    <PlacePicker
      disabled={district === ''}
      fromList={t('place.blockFromList')}
      // Remounts for another district, so that typed text is dropped.
      key={district}
      nameOf={nameOf}
      placeholder={t(district === '' ? 'place.districtFirst' : 'place.chooseBlock')}
      places={places}
      {...others}
    />
  );
}

/** Returns the places in alphabetical order of the language. Memoized by places and language. */
function useAlphabet(places: readonly PickablePlace[], nameOf: (name: string) => string) {
  const { compare } = useFormats();
  // `compare` changes with the language, and so do the names.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `nameOf` is a new function in each render.
  return useMemo(
    () => [...places].sort((first, second) => compare(nameOf(first.name), nameOf(second.name))),
    [places, compare],
  );
}

interface PlacePickerProps extends PickerProps {
  places: readonly PickablePlace[];
  /** Returns the localized name of a place. */
  nameOf: (name: string) => string;
  placeholder: string;
  /** Error of a text without a choice. */
  fromList: string;
  disabled?: boolean;
}

const { ItemClick, InputKeyDownEnter, InputChange, InputClick } = useCombobox.stateChangeTypes;

/** Combobox that finds a place by any of its names in any language. A touch opens a sheet with the list instead. */
function PlacePicker(props: PlacePickerProps) {
  const { label, name, error, required, places, placeholder, disabled, nameOf, fromList } = props;
  const { t } = useTranslation();
  const { language } = useReading();
  const id = useId();
  const { list, found, rejected, isUnchosen, inputProps, choose, sheet } = usePlaceList(props, id);
  const notInList =
    rejected === undefined
      ? undefined
      : t('place.notInList', { typed: rejected, place: nameOf(props.value) });
  return (
    <FieldFrame
      error={error && isUnchosen ? fromList : (error ?? notInList)}
      id={id}
      label={label}
      required={required}
    >
      {(accessibility) => (
        <div className={field.line}>
          <input
            className={`${field.input} ${field.choice}`}
            disabled={disabled}
            name={name}
            placeholder={placeholder}
            spellCheck={false}
            {...inputProps}
            {...accessibility}
          />
          {/* The list may open at the bottom of the screen. */}
          <div className={classes.dropdown} hidden={!list.isOpen} ref={list.isOpen ? scrollIntoView : null}>
            <ul className={classes.options} hidden={found.length === 0} {...list.getMenuProps()}>
              {list.isOpen &&
                found.map((place, index) => (
                  <li
                    className={classes.option}
                    data-highlighted={index === list.highlightedIndex || undefined}
                    key={place.name}
                    lang={language}
                    {...list.getItemProps({
                      item: place,
                      index,
                      'aria-selected': place.name === props.value,
                    })}
                  >
                    {nameOf(place.name)}
                  </li>
                ))}
            </ul>
            {list.isOpen && found.length === 0 && (
              <p className={classes.none} role="status">
                {t(places.length === 0 ? 'common.loading' : 'common.nothingFound')}
              </p>
            )}
          </div>
          {sheet.isOpen && (
            <PlaceSheet
              nameOf={nameOf}
              onChoose={choose}
              onClose={sheet.close}
              places={places}
              title={label}
              value={props.value}
            />
          )}
        </div>
      )}
    </FieldFrame>
  );
}

/**
 * Returns the state of the sheet. A touch of the input opens it, and the keyboard stays closed: also when the sheet closes and the browser
 * focuses the input again.
 */
function useSheet() {
  const [isOpen, setOpen] = useState(false);
  const isByTouch = useRef(false);
  return {
    isOpen,
    close: () => {
      isByTouch.current = false;
      setOpen(false);
    },
    onPointerDown: ({ pointerType, currentTarget }: PointerEvent<HTMLInputElement>) => {
      isByTouch.current = pointerType === 'touch';
      if (isByTouch.current) currentTarget.inputMode = 'none';
    },
    onClick: (event: MouseEvent) => {
      if (!isByTouch.current) return;
      // Downshift would open its own list.
      Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
      setOpen(true);
    },
    onBlur: (input: HTMLInputElement | null) => {
      if (input !== null && !isByTouch.current) input.inputMode = '';
    },
  };
}

/** Combobox state: typed text searches, otherwise the input shows the chosen place. */
function usePlaceList({ value, onChange, nameOf, places }: PlacePickerProps, id: string) {
  const sheet = useSheet();
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useRef(false);
  const [typed, setTyped] = useState<string>();
  // Text that names no place, and the place that stayed chosen.
  const [rejected, setRejected] = useState<{ typed: string; place: string }>();
  const found = useMemo(() => foundPlaces(places, typed ?? ''), [places, typed]);
  const choose = (place: PickablePlace) => {
    setTyped(undefined);
    if (place.name !== value) onChange(place.name);
  };
  const list = useCombobox<PickablePlace>({
    id,
    inputId: id,
    labelId: `${id}-label`,
    items: [...found],
    itemToString: (place) => place?.name ?? '',
    itemToKey: (place) => place?.name,
    inputValue: typed ?? (value === '' ? '' : nameOf(value)),
    selectedItem: places.find((place) => place.name === value) ?? null,
    onStateChange: ({ type, selectedItem }) => {
      if (type !== ItemClick && type !== InputKeyDownEnter) return;
      if (selectedItem) choose(selectedItem);
      else setTyped(undefined);
    },
    stateReducer: (_state, { type, changes }) => {
      if (type === InputChange) return { ...changes, highlightedIndex: changes.inputValue?.trim() ? 0 : -1 };
      return type === InputClick ? { ...changes, isOpen: true } : changes;
    },
  });
  const leave = () => {
    const named = typed === undefined ? undefined : findPlaceByName(places, typed);
    if (named !== undefined) choose(named);
    else if (value !== '') {
      if (typed?.trim() && places.length > 0) setRejected({ typed: typed.trim(), place: value });
      setTyped(undefined);
    }
  };
  // Text typed before hydration is a search like any other.
  const hydrate = (node: HTMLInputElement | null) => {
    input.current = node;
    if (node === null || isHydrated.current) return;
    isHydrated.current = true;
    if (node.value === list.inputValue) return;
    setTyped(node.value);
    if (node === document.activeElement) list.openMenu();
  };
  // Places may load after a name was typed and the input left; reports the selection as soon as they have.
  useEffect(() => {
    const named =
      typed === undefined || input.current === document.activeElement
        ? undefined
        : findPlaceByName(places, typed);
    if (named === undefined) return;
    setTyped(undefined);
    onChange(named.name);
  }, [places, typed, onChange]);
  const inputProps = list.getInputProps({
    ref: hydrate,
    // Updates immediately instead of with downshift's state; otherwise the caret would jump.
    onChange: (event) => {
      setRejected(undefined);
      setTyped((event.target as HTMLInputElement).value);
    },
    onBlur: () => {
      sheet.onBlur(input.current);
      leave();
    },
    onClick: sheet.onClick,
    onPointerDown: sheet.onPointerDown,
    onFocus: () => typed === undefined && input.current?.select(),
    // An empty list has no highlighted option.
    ...(found.length === 0 && { 'aria-activedescendant': undefined }),
  });
  return {
    list,
    found,
    rejected: rejected?.place === value ? rejected.typed : undefined,
    isUnchosen: value === '' && Boolean(typed?.trim()),
    inputProps,
    choose,
    sheet,
  };
}
