import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { blocks, districtByCode, districts } from '@mutual-transfer/domain/reference/places';
import { subjects } from '@mutual-transfer/domain/reference/subjects';
import { categories, classLevels } from '@mutual-transfer/domain/reference/teaching';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallFailure } from '../form/call-failure.tsx';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import { focusIfLost } from '../ui/element-refs.ts';
import page from '../ui/page.module.css';
import { CardSkeletons } from '../ui/states.tsx';
import table from '../ui/table.module.css';
import { exportQuery } from './account.queries.ts';

type Fields = Record<string, unknown>;

/** Names under which the export contains a field a second time. */
const ALIASES = ['mobile', 'current_district', 'current_block'];
/** Fields that people write. Their values are no codes, even if they equal one. */
const WRITTEN = [
  ...['name', 'message', 'words', 'decision_words', 'school_name', 'left_school'],
  ...['additional_info', 'former_reason', 'former_additional_info'],
];
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The data export as a page to read and to print, with a table for each of its parts. */
export default function OwnRecord({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const labelOf = useLabels();
  const { data, error, dataUpdatedAt, refetch } = useQuery(exportQuery(userId));
  if (error !== null && data === undefined)
    return <CallFailure error={error} onRetry={refetch} text={t('record.failed')} />;
  if (data === undefined) return <CardSkeletons />;
  const entries = Object.entries(data);
  const empty = entries.filter(([, value]) => isEmpty(value)).map(([key]) => labelOf('section', key));
  return (
    <div className={page.stack}>
      <p ref={focusIfLost} tabIndex={-1}>
        {t('record.lead', { time: formats.dateTime(new Date(dataUpdatedAt).toISOString()) })}
      </p>
      {entries
        .filter(([, value]) => !isEmpty(value))
        .map(([key, value]) => (
          <section className={page.stack} key={key}>
            <h2>{labelOf('section', key)}</h2>
            <Stored name={key} value={value} />
          </section>
        ))}
      {empty.length > 0 && <p className={page.soft}>{t('record.none', { parts: formats.list(empty) })}</p>}
      <div className={page.buttons} data-screen-only>
        <Button onClick={() => window.print()}>
          <IconPrinter aria-hidden="true" size={18} />
          {t('receipt.print')}
        </Button>
      </div>
    </div>
  );
}

/** Stored value: a text, or the table of one or several records with a row per field. */
function Stored({ name, value }: { name: string; value: unknown }) {
  const textOf = useStoredText();
  const labelOf = useLabels();
  const records = [value].flat();
  if (!records.every(isFields)) return textOf(name, value);
  return (
    <table className={table.stored}>
      {records.map((fields) => (
        <tbody key={JSON.stringify(fields)}>
          {Object.entries(fields)
            .map(([key, stored]) => ({ key, field: snakeCase(key), stored }))
            // A request for any block of a district is stored without a block.
            .map((one) =>
              one.key === 'desired_block' && one.stored === null ? { ...one, stored: ANY_BLOCK } : one,
            )
            .filter(({ field, stored }) => !ALIASES.includes(field) && ![stored].flat().every(isInternal))
            .map(({ key, field, stored }) => (
              <Row isWide={[stored].flat().every(isFields)} key={key} label={labelOf('field', field, name)}>
                <Stored name={field} value={stored} />
              </Row>
            ))}
        </tbody>
      ))}
    </table>
  );
}

interface RowProps {
  label: string;
  /** Whether the value is a table, which gets the full width below its label. */
  isWide: boolean;
  children: ReactNode;
}

function Row({ label, isWide, children }: RowProps) {
  if (!isWide)
    return (
      <tr>
        <th scope="row">{label}</th>
        <td>{children}</td>
      </tr>
    );
  return (
    <>
      <tr>
        <th colSpan={2} scope="row">
          {label}
        </th>
      </tr>
      <tr>
        <td colSpan={2}>{children}</td>
      </tr>
    </>
  );
}

/**
 * Returns a formatter of the names of sections or fields of the export. A field's label in its section comes before its general one. Names
 * without a label are returned unchanged.
 */
function useLabels() {
  const { t } = useTranslation();
  return (kind: 'section' | 'field', name: string, section?: string) => {
    const keys = [`record.${kind}.${section}_${name}`, `record.${kind}.${name}`];
    const key = keys.find(t.has);
    return key === undefined ? name.replaceAll('_', ' ') : t(key);
  };
}

function useStoredText() {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOf = useNameOfCode();
  const ofCode = (value: string) => {
    if (TIME.test(value)) return formats.dateTime(value);
    return DAY.test(value) ? formats.date(value) : (nameOf(value) ?? value);
  };
  const textOf = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return formats.list(value.map((one) => textOf(name, one)));
    if (typeof value === 'boolean') return t(value ? 'record.value.yes' : 'record.value.no');
    if (name === 'amount_paise') return formats.rupees(Number(value) / 100);
    if (typeof value === 'number') return formats.number(value);
    return typeof value === 'string' && !WRITTEN.includes(name) ? ofCode(value) : String(value);
  };
  return textOf;
}

/** Returns a formatter of stored codes and English names, whatever their field; undefined for other values. */
function useNameOfCode() {
  const { t } = useTranslation();
  const messages = useMessages();
  const names = useNames();
  return (value: string): string | undefined => {
    const label = `record.value.${value}`;
    if (t.has(label)) return t(label);
    for (const key of [`ended.${value}`, `audit.${value}`]) if (messages.has(key)) return messages(key);
    const named = reference.find(({ code, name }) => code === value || name === value);
    return named?.translate(names);
  };
}

type Names = ReturnType<typeof useNames>;

/** Everything that the product stores by its code or its English name. */
const reference = [
  { code: ANY_BLOCK, name: ANY_BLOCK, translate: (names: Names) => names.block('', ANY_BLOCK) },
  ...districts.map(({ code, name }) => ({ code, name, translate: (names: Names) => names.district(name) })),
  ...blocks.map(({ code, name, districtCode }) => ({
    ...{ code, name },
    translate: (names: Names) => names.block(districtByCode(districtCode).name, name),
  })),
  ...subjects.map(({ code, name }) => ({ code, name, translate: (names: Names) => names.subject(name) })),
  ...categories.map(({ code, name }) => ({ code, name, translate: (names: Names) => names.category(code) })),
  ...classLevels.map(({ code, name }) => ({
    code,
    name,
    translate: (names: Names) => names.classLevel(code),
  })),
];

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true for a value that only the download contains. */
function isInternal(value: unknown): boolean {
  return isEmpty(value) || ID.test(String(value));
}

/** Returns true for a value without content, such as an empty list or fields that are all null. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isFields(value)) return Object.values(value).every(isEmpty);
  return value === null || value === undefined || value === '';
}

function snakeCase(name: string): string {
  return name.replace(/^_/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
