import type { Agreement, PaperLanguage } from '@mutual-transfer/domain/agreements/agreement';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { allLanguages, languageEntry } from '@mutual-transfer/domain/language/language';
import { useState } from 'react';
import { useErrorText } from '../../platform/api/error-text.ts';
import { saveDownload } from '../../platform/api/save-download.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { SelectField } from '../../ui/fields/select-field.tsx';
import page from '../../ui/page.module.css';
import { Failure } from '../../ui/states/failure.tsx';

const BOTH = 'both' satisfies PaperLanguage;

/** Papers of an agreement to download. The application is in the selected language. */
export function PapersPart({ agreement: { _id: id, state } }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [language, setLanguage] = useState<string>(BOTH);
  const saving = useAction(
    (file: string) => saveDownload(`/agreements/${id}/${file}`),
    () => {},
  );
  const languages = allLanguages().map((code) => ({
    value: String(code),
    label: languageEntry(code).name,
  }));
  return (
    <section aria-labelledby="papers" className={card.card}>
      <h2 id="papers">{t('agreements.papers')}</h2>
      <p>{t('agreements.papersText')}</p>
      {saving.error !== null && <Failure text={errorText(saving.error, t('agreements.failed'))} />}
      <SelectField
        label={t('agreements.paperLanguage')}
        onChange={setLanguage}
        options={[{ value: BOTH, label: t('agreements.bothLanguages') }, ...languages]}
        value={language}
      />
      <div className={page.buttons}>
        <Button
          isBusy={saving.isBusy}
          kind="main"
          onClick={() => saving.run(`application.pdf?language=${language}`)}
        >
          {t('agreements.paper.application')}
        </Button>
        <Button isBusy={saving.isBusy} onClick={() => saving.run('group.csv')}>
          {t('agreements.paper.group')}
        </Button>
        {isBinding(state) && (
          <Button isBusy={saving.isBusy} onClick={() => saving.run('deadlines.ics')}>
            {t('agreements.paper.deadlines')}
          </Button>
        )}
      </div>
    </section>
  );
}
