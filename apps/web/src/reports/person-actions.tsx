import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../form/call-failure.tsx';
import { callApi } from '../platform/api/client.ts';
import { askAgain, refreshOwn } from '../platform/api/queries.ts';
import { useAction } from '../platform/api/use-action.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import page from '../ui/page.module.css';
import type { PersonSubject } from './person-subject.ts';
import { ReportForm } from './report-form.tsx';

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

interface BlockProps {
  readonly userId: string;
  readonly name: string;
  readonly onChanged: () => void;
}

function Block({ userId, name, onChanged }: BlockProps) {
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
