import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import { useSession } from '../../platform/session/session.ts';
import chip from '../../ui/chip.module.css';
import page from '../../ui/page.module.css';

interface MessageTemplatesProps {
  /** Text in the form. */
  readonly written: string;
  readonly onChoose: (text: string) => void;
}

/**
 * First lines of a message to another teacher, for those who do not know how to begin. A press puts one into the form. Shown until the
 * user writes something else.
 */
export function MessageTemplates({ written, onChoose }: MessageTemplatesProps) {
  const { t } = useTranslation();
  const introduction = useOwnIntroduction();
  const templates = [
    ...(introduction === undefined ? [] : [['introduce', introduction] as const]),
    ['looking', t('alerts.templateText.looking')] as const,
    ['call', t('alerts.templateText.call')] as const,
  ];
  if (written !== '' && templates.every(([, text]) => text !== written)) return null;
  return (
    <fieldset className={page.chips}>
      <legend className={page.soft}>{t('alerts.templates')}</legend>
      {templates.map(([name, text]) => (
        <button className={chip.chip} key={name} onClick={() => onChoose(text)} type="button">
          {t(`alerts.template.${name}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Returns the user's subject and places in a sentence, without a name: the server shows names as far as they are not hidden. */
function useOwnIntroduction(): string | undefined {
  const { t } = useTranslation();
  const names = useNames();
  const me = useSession()?.user;
  if (!me?.district || !me.postingBlock || !me.subject || !me.classRange) return undefined;
  if (!me.desiredDistrict) return undefined;
  return t('alerts.templateText.introduce', {
    subject: names.subject(me.subject),
    classes: me.classRange,
    from: names.place(me.district, me.postingBlock),
    wish: names.placeInSentence(me.desiredDistrict, me.desiredBlock ?? ANY_BLOCK),
  });
}
