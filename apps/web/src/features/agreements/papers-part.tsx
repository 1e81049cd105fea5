import { askApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { saveAsFile } from '../../ui/save-as-file.ts';

const papers = [
  ['application', 'application.pdf?language=both', 'application.pdf'],
  ['group', 'group.csv', 'group.csv'],
  ['deadlines', 'deadlines.ics', 'deadlines.ics'],
] as const;

/** The papers of an agreement, to be saved. */
export function PapersPart({ id }: { id: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const saving = useAction(
    async ([, address, file]: (typeof papers)[number]) =>
      saveAsFile(file, await (await askApi(`/agreements/${id}/${address}`)).blob()),
    () => {},
  );
  return (
    <section aria-labelledby="papers" className={card.card}>
      <h2 id="papers">{t('agreements.papers')}</h2>
      {saving.error !== null && <Failure text={errorText(saving.error, t('agreements.failed'))} />}
      <div className={page.buttons}>
        {papers.map((paper) => (
          <Button isBusy={saving.isBusy} key={paper[0]} onClick={() => saving.run(paper)}>
            {t(`agreements.paper.${paper[0]}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
