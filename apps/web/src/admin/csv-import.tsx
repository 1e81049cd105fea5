import type { ImportedFile } from '@mutual-transfer/domain/administration/imports';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { ApiError, callApi } from '../platform/client.ts';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import { focusIfLost } from '../ui/element-refs.ts';
import { CheckField } from '../ui/fields/check-field.tsx';
import field from '../ui/fields/field.module.css';
import page from '../ui/page.module.css';
import admin from './admin.module.css';
import { ActionFailure } from './list/query-state.tsx';

/** Lines that need a look and that the administrator has ticked, so that they are recorded nevertheless. */
export interface Accepting {
  lines: ReadonlySet<number>;
  toggle: (line: number) => void;
  /** Ticks all of these lines. */
  add: (lines: readonly number[]) => void;
}

interface CsvImportProps<Report> {
  /** API path with the query string of the form. */
  path: string;
  hint: string;
  /** Renders the report of a preview or of a completed import. Without `accepting`, lines cannot be ticked any more. */
  report: (report: Report, accepting: Accepting | undefined) => ReactNode;
  /** Returns the label of the confirm button, or `null` if there is nothing to import. @param accepted number of ticked lines. */
  confirm: (report: Report, accepted: number) => string | null;
  onDone: (report: Report) => unknown;
}

interface Preview<Report> {
  file: File;
  report: Report;
  isDone: boolean;
}

interface WithFile {
  file: ImportedFile;
}

/** Imports a CSV file after a preview and a confirmation. Sends the file twice, because the server does not store it. */
export function CsvImport<Report extends WithFile>({
  path,
  hint,
  report,
  confirm,
  onDone,
}: CsvImportProps<Report>) {
  const { t } = useTranslation();
  const id = useId();
  const [shown, setShown] = useState<Preview<Report>>();
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set());
  const send = (csv: File, query: Record<string, string>) => {
    const [bare, own] = path.split('?');
    const all = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(own)), ...query }).toString();
    return callApi<Report>(all === '' ? path : `${bare}?${all}`, { method: 'POST', csv });
  };
  const previewing = useAction(
    async (file: File) => ({ file, report: await send(file, { preview: 'true' }), isDone: false }),
    (preview) => {
      setAccepted(new Set());
      setShown(preview);
    },
  );
  const importing = useAction(
    async ({ file }: Preview<Report>) => {
      const accept = [...accepted].sort((one, other) => one - other).join(',');
      return { file, report: await send(file, accept === '' ? {} : { accept }), isDone: true };
    },
    (done) => {
      setShown(done);
      return onDone(done.report);
    },
  );
  const toggle = (line: number) =>
    setAccepted((before) => {
      const changed = new Set(before);
      if (!changed.delete(line)) changed.add(line);
      return changed;
    });
  const add = (lines: readonly number[]) => setAccepted((before) => new Set([...before, ...lines]));
  const label = shown === undefined || shown.isDone ? null : confirm(shown.report, accepted.size);
  const error = previewing.error ?? importing.error;
  return (
    <div className={page.stack}>
      <div>
        <label className={field.label} htmlFor={id}>
          {t('admin.csv.file')}
        </label>
        <input
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-describedby={`${id}-hint`}
          className={field.input}
          disabled={previewing.isBusy || importing.isBusy}
          id={id}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            importing.reset();
            // The report of another file must neither stand under this one nor be confirmed.
            setShown(undefined);
            if (chosen) previewing.run(chosen);
          }}
          // Otherwise the browser reports no change if the same file is chosen again, after a correction.
          onClick={({ currentTarget: input }) => {
            input.value = '';
          }}
          type="file"
        />
        <p className={field.description} id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      {previewing.isBusy && <p role="status">{t('common.loading')}</p>}
      {!previewing.isBusy && !importing.isBusy && <ImportFailure error={error} />}
      {shown && (
        <div className={page.well} role="status">
          <p ref={shown.isDone ? focusIfLost : undefined} tabIndex={-1}>
            <strong>{t(shown.isDone ? 'admin.csv.done' : 'admin.csv.preview')}</strong>
          </p>
          <ReadColumns file={shown.report.file} />
          {label !== null && (
            <Button
              className={page.start}
              isBusy={importing.isBusy}
              kind="main"
              onClick={() => importing.run(shown)}
            >
              <IconUpload aria-hidden="true" size={18} />
              {label}
            </Button>
          )}
          {report(shown.report, shown.isDone ? undefined : { lines: accepted, toggle, add })}
        </div>
      )}
    </div>
  );
}

/** Headings of the file, and as what they were read. */
function ReadColumns({ file: { readAs, notRead, lines, skipped } }: WithFile) {
  const { t } = useTranslation();
  const formats = useFormats();
  const read = readAs.map(({ heading, column }) =>
    t('admin.csv.readAs', { heading, column: t(`admin.csv.columns.${column}`) }),
  );
  return (
    <div className={`${page.tight} ${admin.typed}`}>
      <p>{t('admin.csv.read', { headings: formats.list(read) })}</p>
      {notRead.length > 0 && (
        <p>{t('admin.csv.notRead', { headings: formats.list(notRead.map((heading) => `“${heading}”`)) })}</p>
      )}
      <p>
        {t('admin.csv.lines', { number: formats.number(lines) })}{' '}
        {skipped > 0 && t('admin.csv.skipped', { number: formats.number(skipped) })}
      </p>
    </div>
  );
}

/** Tick with which a line that needs a look is recorded nevertheless. */
export function AcceptLine({ line, accepting }: { line: number; accepting: Accepting }) {
  const { t } = useTranslation();
  return (
    <CheckField
      isOn={accepting.lines.has(line)}
      label={t('admin.csv.accept')}
      name={`accept ${line}`}
      onChange={() => accepting.toggle(line)}
    />
  );
}

/** Error message of an import, with the errors in the file. */
function ImportFailure({ error }: { error: Error | null }) {
  const { t, language } = useReading();
  const wrong = error instanceof ApiError ? Object.values(error.fieldsIn(language)) : [];
  if (wrong.length === 0) return <ActionFailure error={error} text={t('admin.csv.failed')} />;
  return (
    <>
      <p role="alert">{t('admin.csv.failed')}</p>
      {wrong.map((sentence) => (
        <p className={field.error} key={sentence}>
          {sentence}
        </p>
      ))}
    </>
  );
}
