import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallFailure } from '../../form/call-failure.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { focusIfLost } from '../../ui/focus-if-lost.ts';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { exportQuery } from '../account.queries.ts';
import { type Fields, useRecordValue } from './own-record-values.ts';

/** Aliases of fields that the export also contains under their main name. */
const ALIASES: readonly string[] = ['mobile', 'current_district', 'current_block'];

/** The data export as a page to read and to print. */
export default function OwnRecord({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const sectionName = useExportLabel('section');
  const { data, error, dataUpdatedAt, refetch } = useQuery(exportQuery(userId));
  if (error !== null && data === undefined)
    return <CallFailure error={error} onRetry={refetch} text={t('record.failed')} />;
  if (data === undefined) return <CardSkeletons label={t('common.loading')} />;
  const entries = Object.entries(data);
  const empty = entries.filter(([, value]) => isEmpty(value)).map(([key]) => sectionName(key));
  return (
    <div className={page.stack}>
      <p ref={focusIfLost} tabIndex={-1}>
        {t('record.lead', { time: formats.dateTime(new Date(dataUpdatedAt).toISOString()) })}
      </p>
      {entries
        .filter(([, value]) => !isEmpty(value))
        .map(([key, value]) => (
          <section className={page.stack} key={key}>
            <h2>{sectionName(key)}</h2>
            <Content name={key} value={value} />
          </section>
        ))}
      {empty.length > 0 && <p className={page.soft}>{t('record.none', { parts: formats.list(empty) })}</p>}
      <div className={page.buttons} data-screen-only>
        <Button onClick={() => window.print()}>
          <IconPrinter aria-hidden="true" size={18} />
          {t('record.print')}
        </Button>
      </div>
    </div>
  );
}

function Content({ name, value }: { name: string; value: unknown }): ReactNode {
  const write = useRecordValue();
  if (isFields(value)) return <FieldList fields={value} />;
  if (!Array.isArray(value)) return <p>{write(name, value, {})}</p>;
  return (
    <ul className={page.tight}>
      {value.map((one: unknown) => (
        <li className={page.well} key={JSON.stringify(one)}>
          <Content name={name} value={one} />
        </li>
      ))}
    </ul>
  );
}

function FieldList({ fields }: { fields: Fields }) {
  const write = useRecordValue();
  const fieldName = useExportLabel('field');
  const facts = Object.entries(fields).flatMap(([key, value]): [string, ReactNode][] => {
    const name = snakeCase(key);
    if (ALIASES.includes(name)) return [];
    if (isFields(value))
      return isEmpty(value) ? [] : [[fieldName(name), <FieldList fields={value} key={key} />]];
    const text = write(name, value, fields);
    return text === '' ? [] : [[fieldName(name), text]];
  });
  return <Facts facts={facts} />;
}

/** Returns a formatter of the names of sections or fields of the export. Names without a label are returned unchanged. */
function useExportLabel(kind: 'section' | 'field') {
  const { t } = useTranslation();
  return (name: string) => {
    const key = `record.${kind}.${name}`;
    return t.has(key) ? t(key) : name.replaceAll('_', ' ');
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true for a value without content, such as an empty list or fields that are all null. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isFields(value)
    ? Object.values(value).every(isEmpty)
    : value === null || value === undefined || value === '';
}

function snakeCase(name: string): string {
  return name.replace(/^_/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
