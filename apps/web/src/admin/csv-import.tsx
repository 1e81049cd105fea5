import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { ApiError, callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import { focusIfLost } from '../ui/element-refs.ts';
import field from '../ui/fields/field.module.css';
import page from '../ui/page.module.css';
import { ActionFailure } from './list/query-state.tsx';

/** Returns the text of a CSV file. Decodes invalid UTF-8 as Windows-1252, which spreadsheets on Windows write. */
async function fileText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

interface CsvImportProps<Report> {
  /** API path with the query string of the form. */
  path: string;
  hint: string;
  /** Renders the report of a preview or of a completed import. */
  report: (report: Report) => ReactNode;
  /** Returns the label of the confirm button, or `null` if there is nothing to import. */
  confirm: (report: Report) => string | null;
  onDone: (report: Report) => unknown;
}

interface Preview<Report> {
  file: string;
  report: Report;
  isDone: boolean;
}

/** Imports a CSV file after a preview and a confirmation. Sends the file twice, because the server does not store it. */
export function CsvImport<Report>({ path, hint, report, confirm, onDone }: CsvImportProps<Report>) {
  const { t } = useTranslation();
  const id = useId();
  const [shown, setShown] = useState<Preview<Report>>();
  const send = (file: string, isPreview: boolean) =>
    callApi<Report>(isPreview ? `${path}${path.includes('?') ? '&' : '?'}preview=true` : path, {
      method: 'POST',
      csv: file,
    });
  const previewing = useAction(
    async (chosen: File) => {
      const file = await fileText(chosen);
      return { file, report: await send(file, true), isDone: false };
    },
    setShown,
    () => setShown(undefined),
  );
  const importing = useAction(
    async ({ file }: Preview<Report>) => ({ file, report: await send(file, false), isDone: true }),
    (done) => {
      setShown(done);
      return onDone(done.report);
    },
  );
  const label = shown === undefined || shown.isDone ? null : confirm(shown.report);
  const error = previewing.error ?? importing.error;
  return (
    <div className={page.stack}>
      <div>
        <label className={field.label} htmlFor={id}>
          {t('admin.csv.file')}
        </label>
        <input
          accept=".csv,text/csv"
          aria-describedby={`${id}-hint`}
          className={field.input}
          disabled={previewing.isBusy || importing.isBusy}
          id={id}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            importing.reset();
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
          {report(shown.report)}
        </div>
      )}
      {shown && label !== null && (
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
    </div>
  );
}

/** Error message of an import, with the errors in the file. */
function ImportFailure({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  const wrong = error instanceof ApiError ? Object.values(error.fields) : [];
  return (
    <>
      <ActionFailure error={error} text={t('admin.csv.failed')} />
      {wrong.map((sentence) => (
        <p className={field.error} key={sentence}>
          {sentence}
        </p>
      ))}
    </>
  );
}
