import type { Person } from '@mutual-transfer/domain/accounts/user';
import { reportReasons } from '@mutual-transfer/domain/administration/report-reasons';
import { REPORT_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../form/call-failure.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { askAgain, refreshOwn } from '../platform/queries.ts';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { focusIfLost } from '../ui/element-refs.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextArea } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';

/** Target of a block or report: the person, and the request or alert concerned. */
export interface PersonSubject {
  person: Person;
  requestId?: string;
  alertId?: string;
}

/** Report to the administrator: reason and free text. */
export function ReportForm({ person, requestId, alertId, name }: PersonSubject & { name: string }) {
  const { t } = useTranslation();
  const say = useMessages();
  const [thanks, setThanks] = useState('');
  const form = useForm({
    initial: { reason: '', words: '' },
    check: ({ reason }): Record<string, string> =>
      reason === '' ? { reason: t('reports.reasonNeeded') } : {},
    send: (values) =>
      callApi<{ message: string }>('/reports', {
        method: 'POST',
        body: { user: person._id, requestId, alertId, ...values },
      }),
    onDone: ({ message }) => setThanks(message),
  });
  if (thanks !== '') {
    return (
      <p className={page.done} ref={focusIfLost} role="status" tabIndex={-1}>
        {thanks}
      </p>
    );
  }
  return (
    <Form form={form} label={t('reports.report')}>
      <p>{t('reports.reportText', { name })}</p>
      <SelectField
        label={t('reports.reason')}
        options={[
          { value: '', label: t('reports.choose') },
          ...reportReasons.map((reason) => ({ value: reason, label: say(`report.${reason}`) })),
        ]}
        required
        {...form.text('reason')}
      />
      <TextArea
        description={t('reports.wordsHint')}
        label={t('reports.words')}
        maxLength={REPORT_MAXIMUM_LENGTH}
        readOnly={form.isBusy}
        {...form.text('words')}
      />
      <SubmitRow
        failed={t('reports.failedReport')}
        form={form}
        kind="soft"
        texts={{ submit: t('reports.send'), busy: t('reports.sending') }}
      />
    </Form>
  );
}

/** Dialog that blocks a teacher, with an undo button, or reports them. Explains first what each does. */
export default function PersonActions({ onClose, ...subject }: PersonSubject & { onClose: () => void }) {
  const { t } = useTranslation();
  const names = useNames();
  const client = useQueryClient();
  const name = names.personal(subject.person.name);
  const [hasChanged, setChanged] = useState(false);
  const close = () => {
    onClose();
    // A blocked teacher appears in many lists.
    if (hasChanged) void askAgain(client, 'agreements', 'blocks');
    if (hasChanged) refreshOwn(client);
  };
  return (
    <Dialog onClose={close} title={name}>
      <div className={page.stack}>
        <Block name={name} onChanged={() => setChanged(true)} userId={subject.person._id ?? ''} />
        <section aria-labelledby="report" className={page.stack}>
          <h3 id="report">{t('reports.report')}</h3>
          <ReportForm {...subject} name={name} />
        </section>
      </div>
    </Dialog>
  );
}

function Block({ userId, name, onChanged }: { userId: string; name: string; onChanged: () => void }) {
  const { t } = useTranslation();
  const changing = useAction(async (method: 'PUT' | 'DELETE') => {
    const { message } = await callApi<{ message: string }>(`/blocks/${userId}`, { method });
    return { isBlocked: method === 'PUT', message };
  }, onChanged);
  const isBlocked = changing.data?.isBlocked === true;
  return (
    <section aria-labelledby="block" className={page.stack}>
      <h3 id="block">{t('reports.block')}</h3>
      <p>{t('reports.blockText', { name })}</p>
      <CallFailure error={changing.error} text={t('common.failed')} />
      <p className={page.done} role="status">
        {changing.data?.message}
      </p>
      <Button isBusy={changing.isBusy} onClick={() => changing.run(isBlocked ? 'DELETE' : 'PUT')}>
        {t(isBlocked ? 'reports.undo' : 'reports.blockNow')}
      </Button>
    </section>
  );
}
