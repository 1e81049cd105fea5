import type { OwnObjection } from '@mutual-transfer/domain/seasons/objection';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';

/** The reader's objection to an announced group, and the reply of the office. */
export function ObjectionPart({ objection }: { objection: OwnObjection }) {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const { category, text, due, reply } = objection;
  return (
    <section aria-labelledby="objection" className={card.card}>
      <h2 id="objection">{t('agreements.objection.title')}</h2>
      <p>
        <strong>{say(`objection.${category}`)}</strong>
      </p>
      {text && <p className={card.text}>{text}</p>}
      {reply === null ? (
        <p>{t('agreements.objection.due', { date: formats.dateTime(due) })}</p>
      ) : (
        <>
          <p>{t(`agreements.objection.${reply.result}`, { date: formats.date(reply.at) })}</p>
          <p className={card.text}>
            {t('agreements.objection.reply')}: {reply.text}
          </p>
        </>
      )}
    </section>
  );
}
