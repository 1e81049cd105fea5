import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { blockByCode, blocks, districtByCode, districts } from '@mutual-transfer/domain/reference/places';
import { subjects } from '@mutual-transfer/domain/reference/subjects';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Fields with free text, whose values are never interpreted as codes. */
const WRITTEN: readonly string[] = [
  'name',
  'message',
  'words',
  'additional_info',
  'former_reason',
  'former_additional_info',
  'decision_words',
  'school_name',
  'left_school',
];
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns a formatter of stored values in the reader's language. Ids and absent values become empty texts. */
export function useRecordValue() {
  const { t } = useTranslation();
  const formats = useFormats();
  const textOf = useValueText();
  const numberOf = (name: string, value: number) =>
    name === 'amount_paise' ? formats.rupees(value / 100) : formats.number(value);
  const one = (name: string, value: unknown, fields: Fields): string => {
    if (typeof value === 'boolean') return t(value ? 'record.value.yes' : 'record.value.no');
    if (typeof value === 'number') return numberOf(name, value);
    return typeof value === 'string' && !ID.test(value) ? textOf(name, value, fields) : '';
  };
  return (name: string, value: unknown, fields: Fields): string => {
    if (Array.isArray(value)) {
      const texts = value.map((each) => one(name, each, fields));
      return formats.list(texts.filter((text) => text !== ''));
    }
    // A wish without a block is stored as null.
    const isAnyBlock = value === null && name === 'desired_block' && 'desired_district' in fields;
    return one(name, isAnyBlock ? ANY_BLOCK : value, fields);
  };
}

function useValueText() {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOf = useNameOfCode();
  return (name: string, value: string, fields: Fields) => {
    if (WRITTEN.includes(name)) return value;
    if (TIME.test(value)) return formats.dateTime(value);
    if (DAY.test(value)) return formats.date(value);
    const named = nameOf(name, value, fields);
    if (named !== undefined) return named;
    const key = `record.value.${value}`;
    return t.has(key) ? t(key) : value;
  };
}

/**
 * Returns a formatter of coded values, such as the code or English name of a place or subject; `undefined` for fields without coded values.
 */
function useNameOfCode() {
  const messages = useMessages();
  const names = useNames();
  const endText = (value: string) => {
    const key = `ended.${value}`;
    return messages.has(key) ? messages(key) : undefined;
  };
  const byField: Readonly<Record<string, (value: string) => string | undefined>> = {
    action: (value) => {
      const key = `audit.${value}`;
      return messages.has(key) ? messages(key) : undefined;
    },
    subject: (value) => names.subject(subjects.find(({ code }) => code === value)?.name ?? value),
    class_range: names.classLevel,
    category: names.category,
  };
  return (name: string, value: string, fields: Fields): string | undefined => {
    if (name.endsWith('district')) return names.district(districtName(value));
    if (name.endsWith('block')) return names.block(...blockNames(name, value, fields));
    if (name === 'reason' && isOfAgreement(fields)) return endText(value);
    return byField[name]?.(value);
  };
}

/** Returns true for the fields of an agreement, or of a notice about one. Other reasons were written by people. */
function isOfAgreement(fields: Fields): boolean {
  return 'to_block' in fields || 'agreementId' in fields;
}

/** Returns the English name of a district that is given by name or by code. */
function districtName(value: string): string {
  return districts.some(({ code }) => code === value) ? districtByCode(value).name : value;
}

/** Returns the English names of a block and its district. The block is given by code, or by name together with a field for its district. */
function blockNames(name: string, value: string, fields: Fields): [district: string, block: string] {
  const { district, desiredDistrict } = fields;
  const beside = name === 'desired_block' ? desiredDistrict : district;
  if (!blocks.some(({ code }) => code === value)) return [typeof beside === 'string' ? beside : '', value];
  const block = blockByCode(value);
  return [districtByCode(block.districtCode).name, block.name];
}
