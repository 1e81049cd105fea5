import { type SeasonFieldChange, seasonAuditDetails } from '@mutual-transfer/domain/seasons/season-changes';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { roundFields } from '../seasons/season-values.ts';

const plainFields = ['name', 'order', 'consent', 'relieving', 'opens', 'listCloses', 'closed'] as const;

/** Returns a formatter of the season that an audit entry concerns: its name, and the changed settings with both values. */
export function useSeasonAuditTexts() {
  const { t } = useTranslation();
  const textOf = useChangeText();
  return (details: unknown): string[] => {
    const { success, data } = seasonAuditDetails.safeParse(details);
    if (!success) return [];
    const { name, changes } = data;
    return [...(name === undefined ? [] : [t('admin.auditSeason', { name })]), ...changes.map(textOf)];
  };
}

function useChangeText() {
  const { t } = useTranslation();
  const labelOf = useSettingLabel();
  const textOf = useSettingValue();
  return ({ field, before, after }: SeasonFieldChange) =>
    t('admin.auditChanged', { label: labelOf(field), before: textOf(before), after: textOf(after) });
}

function useSettingLabel() {
  const { t } = useTranslation();
  const formats = useFormats();
  return (field: string): string => {
    const plain = plainFields.find((name) => name === field);
    if (plain !== undefined) return t(`admin.seasons.${plain}`);
    const [, index, name] = field.split('.');
    const ofRound = roundFields.find((field) => field === name);
    if (ofRound === undefined) return field;
    const round = t('admin.seasons.round', { number: formats.number(Number(index) + 1) });
    return `${round}, ${t(`admin.seasons.${ofRound}`)}`;
  };
}

function useSettingValue() {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = new Map<SeasonFieldChange['before'], string>([
    [null, t('admin.auditNothing')],
    [true, t('admin.auditYes')],
    [false, t('admin.auditNo')],
    ['before', t('admin.seasons.ways.before')],
    ['after', t('admin.seasons.ways.after')],
  ]);
  return (value: SeasonFieldChange['before']): string => words.get(value) ?? dateOrText(String(value));

  function dateOrText(value: string): string {
    return isMoment(value) ? formats.dateTime(value) : value;
  }
}

function isMoment(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T/.test(value);
}
