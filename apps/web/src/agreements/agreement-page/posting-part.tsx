import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { IconConfetti } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Form, SubmitRow } from '../../form/form.tsx';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import { accountPartPath } from '../../platform/paths.ts';
import { profileQuery } from '../../platform/profile.ts';
import { askAgain } from '../../platform/queries.ts';
import { updateUser, useSession } from '../../platform/session.ts';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { TextField } from '../../ui/fields/text-fields.tsx';
import page from '../../ui/page.module.css';

/** Form for the name of the school where the viewer works now. */
function SchoolForm({ schoolName, onSaved }: { schoolName: string; onSaved: () => void }) {
  const { t } = useTranslation();
  const say = useMessages();
  const client = useQueryClient();
  const session = useSession();
  const form = useForm({
    initial: { schoolName },
    check: (values): Record<string, string> =>
      values.schoolName.trim() === '' ? { schoolName: say('field.required') } : {},
    send: (body) => callApi<Account>('/auth/profile', { method: 'PUT', body }),
    onDone: (changed) => {
      updateUser(session?.token, changed);
      client.setQueryData(profileQuery(changed._id).queryKey, changed);
      void askAgain(client, 'agreements', 'my-requests', 'requests');
      onSaved();
    },
  });
  return (
    <Form form={form}>
      <TextField
        autoComplete="organization"
        description={t('agreements.schoolText')}
        label={t('agreements.school')}
        required
        {...form.text('schoolName')}
      />
      <SubmitRow failed={t('common.failed')} form={form} texts={{ submit: t('agreements.saveSchool') }} />
    </Form>
  );
}

/** Congratulates the viewer who joined, shows the new posting, and asks for the name of the school. */
export function PostingPart({ agreement: { members } }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const names = useNames();
  const mine = members[0];
  if (!mine?.user || !mine.steps.some(({ step }) => step === 'joined')) return null;
  const { movesTo, user } = mine;
  return (
    <section aria-labelledby="moved" className={card.card}>
      <h2 className={`${page.marked} ${page.done}`} id="moved">
        <IconConfetti aria-hidden="true" size={26} />
        {t('agreements.moved', { place: names.place(movesTo.district, movesTo.block) })}
      </h2>
      <p>{t('agreements.movedText', { place: names.place(user.district, user.postingBlock) })}</p>
      <School schoolName={user.schoolName} />
      <div className={page.row}>
        <Link className={button.soft} to={accountPartPath('profile')}>
          {t('agreements.toPosting')}
        </Link>
      </div>
    </section>
  );
}

/** Form for the name of the school until one is stored. Then the name, and a button that opens the form. */
function School({ schoolName }: { schoolName: string }) {
  const { t } = useTranslation();
  const [isCorrecting, setCorrecting] = useState(false);
  if (schoolName === '' || isCorrecting)
    return <SchoolForm onSaved={() => setCorrecting(false)} schoolName={schoolName} />;
  return (
    <div className={page.row}>
      <p>
        {t('agreements.school')}: <strong>{schoolName}</strong>
      </p>
      <Button kind="quiet" onClick={() => setCorrecting(true)}>
        {t('agreements.correctSchool')}
      </Button>
    </div>
  );
}
