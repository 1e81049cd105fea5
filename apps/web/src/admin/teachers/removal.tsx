import { removal } from '@mutual-transfer/domain/administration/administration';
import type { ReactNode } from 'react';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import type { TeacherActionProps } from './teacher-action.ts';

/** Teacher's request, sent message, or text that awaits a decision. */
export interface Removable {
  readonly kind: keyof typeof texts;
  readonly id: string;
  /** `ETag` of the version that the administrator has read. */
  readonly tag?: string | undefined;
}

const texts = {
  requests: { title: 'admin.person.removeRequest', done: 'admin.person.requestRemoved' },
  alerts: { title: 'admin.person.removeAlert', done: 'admin.person.alertRemoved' },
  'held-texts': { title: 'admin.held.refuse', done: 'admin.held.refused' },
} as const;

const paths = { requests: 'removal', alerts: 'removal', 'held-texts': 'refusal' } as const;

interface RemovalProps extends Pick<TeacherActionProps, 'onClose' | 'onDone'> {
  readonly what: Removable;
  readonly onRefused?: (error: unknown) => void;
  /** Content of the item, shown above the reason. */
  readonly children?: ReactNode;
}

/** Dialog that removes the item and notifies its owner of the reason. */
export function Removal({ what, onClose, onDone, onRefused = () => {}, children }: RemovalProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const { title, done } = texts[what.kind];
  const form = useForm({
    initial: { reason: '' },
    check: (values) => schemaErrors(removal, values, messages),
    send: (body) =>
      callApi(`/admin/${what.kind}/${what.id}/${paths[what.kind]}`, { method: 'POST', body, tag: what.tag }),
    onDone: () => onDone(t(done)),
    onRefused,
  });
  return (
    <ReasonDialog
      failed={t('admin.person.failedRemoval')}
      form={form}
      hint={t('admin.person.removalHint')}
      kind="grave"
      onClose={onClose}
      reason={form.text('reason')}
      title={t(title)}
    >
      {children}
    </ReasonDialog>
  );
}
