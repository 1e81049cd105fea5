import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { useReading, useTranslation } from '../i18n/language.tsx';
import { usePlaceLists, wantPlaceLists } from './place-lists.ts';
import type { PickablePlace } from './place-picker-filter.ts';
import type { Early, PickerProps, PlacePickerProps } from './place-picker-props.ts';
import { TextField } from './text-field.tsx';

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
  const { language } = useReading();
  const anyBlock = t('place.anyBlock');
  const places = useMemo(() => {
    const any = { name: ANY_BLOCK, names: { [language]: anyBlock }, otherNames: [] };
    return includeAny && blocks.length > 0 ? [any, ...blocks] : blocks;
  }, [anyBlock, blocks, includeAny, language]);
  const placeholder = t(others.disabled ? 'place.districtFirst' : 'place.chooseBlock');
  return <PlacePicker places={places} placeholder={placeholder} {...others} />;
}

/** A plain input until somebody begins to fill in the form, and then one with a list. */
function PlacePicker(props: PlacePickerProps) {
  const lists = usePlaceLists();
  const early = useRef<Early>({ text: '', hasFocus: false });
  if (lists === undefined) return <PlainPicker early={early.current} {...props} />;
  return <lists.PlaceList early={early.current} {...props} />;
}

/** Looks like the picker, and remembers what is typed into it. */
function PlainPicker({ early, places: _places, value, onChange: _onChange, ...others }: Plain) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => watch(input, early), [early]);
  useLayoutEffect(() => {
    if (value !== null) wantPlaceLists();
  }, [value]);
  return (
    <TextField
      aria-haspopup="listbox"
      autoComplete="off"
      isChoice
      onBlur={() => {
        early.hasFocus = false;
      }}
      onChange={(event) => {
        early.text = event.currentTarget.value;
      }}
      onFocus={() => {
        early.hasFocus = true;
      }}
      ref={input}
      spellCheck={false}
      {...others}
    />
  );
}

interface Plain extends PlacePickerProps {
  readonly early: Early;
}

/** Sees what was typed before the page came alive, and when somebody begins with the form. */
function watch({ current: input }: RefObject<HTMLInputElement | null>, early: Early) {
  if (input === null) return;
  early.text = input.value;
  early.hasFocus = document.activeElement === input;
  const form = input.form;
  if (early.text !== '' || form?.contains(document.activeElement)) wantPlaceLists();
  form?.addEventListener('focusin', wantPlaceLists);
  return () => form?.removeEventListener('focusin', wantPlaceLists);
}
