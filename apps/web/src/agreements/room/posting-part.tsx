import type { Agreement, AgreementMember } from '@mutual-transfer/domain/agreements/agreement';
import { IconConfetti } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import { accountPartPath } from '../../platform/paths.ts';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { SchoolForm } from './school-form.tsx';

/** Congratulates the viewer who joined, shows the new posting, and asks for the name of the school. */
export function PostingPart({ agreement: { members } }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const names = useNames();
  const mine = members[0];
  if (!mine?.user || !hasJoined(mine)) return null;
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

function hasJoined({ steps }: AgreementMember): boolean {
  return steps.some(({ step }) => step === 'joined');
}
