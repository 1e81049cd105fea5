import { IMPORT_LINES } from '@mutual-transfer/domain/administration/office-agreement';
import { withLatinDigits } from '@mutual-transfer/domain/language/text';
import { z } from 'zod';
import { AppError } from '../../errors.ts';

/**
 * Returns the filled rows. An exported list also has rows without a value.
 *
 * @throws {AppError} `validation_failed` without rows, or with too many.
 */
export function filledRows<Row>(rows: readonly Row[], isFilled: (row: Row) => boolean): Row[] {
  const filled = rows.filter(isFilled);
  if (filled.length === 0) throw new AppError('validation_failed', { fields: { file: 'csv.empty' } });
  if (filled.length <= IMPORT_LINES) return filled;
  throw new AppError('validation_failed', {
    fields: { file: 'csv.tooLong' },
    values: { maximum: IMPORT_LINES },
  });
}

/**
 * Parses a day such as `2026-07-31`, `31-07-2026`, `31/07/2026` or `31.07.2026`, in the digits of any script.
 * @returns the ISO day; undefined for other texts.
 */
export function dayOf(text: string): string | undefined {
  const latin = withLatinDigits(text);
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(latin) ?? [];
  const iso = year === '' ? latin : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return z.iso.date().safeParse(iso).success ? iso : undefined;
}
