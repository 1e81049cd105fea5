import {
  MOST_GROUPS_OF_AN_ORDER,
  orderDocumentSchema,
} from '@mutual-transfer/domain/administration/order-document';
import { paperLanguages } from '@mutual-transfer/domain/agreements/agreement';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { useState } from 'react';
import { ApiError } from '../platform/client.ts';
import { languageOnScreen, useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { saveAnswer } from '../platform/save-download.ts';
import { useSession } from '../platform/session.ts';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import { ActionDialog, type DialogForm } from './action-dialog.tsx';
import { needsAccept } from './agreement-dialogs.tsx';
import { ActionFailure } from './list/query-state.tsx';

const PATH = '/admin/orders/document';

interface OrderValues {
  number: string;
  memo: string;
  date: string;
  authority: string;
  copyTo: string;
  language: string;
  accept: boolean;
}

interface WriteOrderProps {
  /** Ids of the groups. */
  agreements: readonly string[];
  onDone: () => unknown;
}

/** Button that opens the form of an order about these groups. */
export function WriteOrder({ agreements, onDone }: WriteOrderProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  if (agreements.length > MOST_GROUPS_OF_AN_ORDER)
    return <p>{t('admin.order.most', { number: formats.number(MOST_GROUPS_OF_AN_ORDER) })}</p>;
  return (
    <>
      <Button kind="main" onClick={() => setOpen(true)}>
        {t('admin.order.write')}
      </Button>
      {isOpen && (
        <OrderDialog
          agreements={agreements}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            return onDone();
          }}
        />
      )}
    </>
  );
}

/** Form of an order. The preview records nothing; the order is saved as a PDF file and recorded. */
function OrderDialog({ agreements, onDone, onClose }: WriteOrderProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const office = useSession()?.user.administration?.office ?? '';
  // The server names a group with a member whom no office has scrutinised, in a season that asks for it.
  const [isUnseen, setUnseen] = useState(false);
  const notice = (error: unknown) => {
    if (needsAccept(error)) setUnseen(true);
  };
  const body = ({ memo, copyTo, accept, ...stated }: OrderValues) => ({
    ...stated,
    agreements,
    ...(memo.trim() === '' ? {} : { memo }),
    ...(accept && { accept }),
    copyTo: copyTo.split('\n').filter((one) => one.trim() !== ''),
  });
  const count = agreements.length;
  return (
    <ActionDialog<OrderValues & Record<string, string | boolean>, void>
      act={(sent) => saveAnswer(PATH, sent)}
      body={body}
      failed={(error) => (
        <Refusal
          error={error}
          text={t(isRefusal(error) ? 'admin.agreements.refused' : 'admin.order.failed')}
        />
      )}
      fields={[
        { name: 'number', kind: 'text', label: t('admin.orders.number') },
        { name: 'memo', kind: 'text', label: t('admin.order.memo'), isOptional: true },
        { name: 'date', kind: 'date', label: t('admin.orders.date') },
        {
          name: 'authority',
          kind: 'text',
          label: t('admin.orders.authority'),
          hint: t('admin.order.authorityHint'),
        },
        {
          name: 'copyTo',
          kind: 'words',
          label: t('admin.order.copyTo'),
          hint: t('admin.order.copyToHint'),
          isOptional: true,
        },
        {
          name: 'language',
          kind: 'choice',
          label: t('admin.order.language'),
          options: paperLanguages.map((value) => ({ value, label: t(`admin.order.languages.${value}`) })),
        },
        ...(isUnseen ? [{ name: 'accept', kind: 'check', label: t('admin.scrutiny.accept') } as const] : []),
      ]}
      initial={{
        ...{ number: '', memo: '', authority: office, copyTo: '', language: 'both', accept: false },
        date: dayInIndia(new Date()),
      }}
      end={(form) => <Preview body={() => body(form.current())} form={form} onRefused={notice} />}
      onClose={onClose}
      onDone={onDone}
      onRefused={notice}
      schema={orderDocumentSchema}
      submit={t('admin.order.issue')}
      title={t('admin.order.title', { count, formatted: formats.number(count) })}
    >
      <p>{t('admin.order.text')}</p>
    </ActionDialog>
  );
}

/** Returns true if the server has answered that it does not record the order; otherwise it may be recorded. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

interface PreviewProps {
  form: Pick<DialogForm<OrderValues & Record<string, string | boolean>>, 'refuse'>;
  /** Returns the body of the call with the values that are typed now. */
  body: () => object;
  onRefused: (error: unknown) => void;
}

/** Button that saves the order as it would be. What the server refuses is shown at the fields. */
function Preview({ form, body, onRefused }: PreviewProps) {
  const { t } = useTranslation();
  const { run, isBusy, error } = useAction(
    () => saveAnswer(`${PATH}?preview=true`, body()),
    undefined,
    (refusal) => {
      onRefused(refusal);
      if (refusal instanceof ApiError) form.refuse(refusal.fieldsIn(languageOnScreen()));
    },
  );
  return (
    <>
      <Button isBusy={isBusy} onClick={() => run()}>
        {t('admin.order.preview')}
      </Button>
      {error && <Refusal error={error} text={t('admin.order.failedPreview')} />}
    </>
  );
}

function Refusal({ error, text }: { error: Error; text: string }) {
  const { language } = useReading();
  const fields = error instanceof ApiError ? error.fieldsIn(language) : {};
  return (
    <>
      <ActionFailure error={error} text={text} />
      {fields.agreements && <p>{fields.agreements}</p>}
    </>
  );
}
