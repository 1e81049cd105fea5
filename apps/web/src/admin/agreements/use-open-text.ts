import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { useMemberName } from './use-member-name.ts';

type Member = AgreementFile['members'][number];

/** Returns a formatter of what an agreement under way waits for; null for other agreements. */
export function useOpenText(): (agreement: AgreementFile) => string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOf = useMemberName();
  const namesOf = (members: readonly Member[]) => formats.list(members.map(nameOf));
  return ({ state, members }) => {
    if (state === 'agreed') return t('admin.agreements.openGroup');
    const silent = members.filter(isUnanswered);
    // All may have agreed while a text of one of the requests is reviewed.
    if (state === 'proposed')
      return silent.length === 0 ? null : t('admin.agreements.openAnswers', { names: namesOf(silent) });
    const absent = members.filter(hasNotJoined);
    if (state !== 'in_progress' || absent.length === 0) return null;
    return t('admin.agreements.openJoinings', { names: namesOf(absent) });
  };
}

function isUnanswered({ answer }: Member): boolean {
  return answer === 'open';
}

/** Returns false for a member elsewhere, whose steps the administrator does not see. */
function hasNotJoined({ steps, teacher }: Member): boolean {
  return teacher?.isElsewhere !== true && !steps.some(({ step }) => step === 'joined');
}
