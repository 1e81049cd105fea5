import { dayInIndia, startInIndia } from '@mutual-transfer/domain/language/date-time';
import { useFormats } from '../../platform/i18n/names.ts';
import { useOwnDistricts } from '../teachers/use-people-filters.ts';

/**
 * Returns a formatter of an agreement's times. For district administrators the API truncates times that depend on members of other districts
 * to the start of the day; the formatter shows only the date of these.
 */
export function useMomentText(): (moment: string) => string {
  const formats = useFormats();
  const isOfDistricts = useOwnDistricts().length > 0;
  return (moment) =>
    isOfDistricts && isStartOfDay(moment) ? formats.date(moment) : formats.dateTime(moment);
}

function isStartOfDay(moment: string): boolean {
  const date = new Date(moment);
  return startInIndia(dayInIndia(date)).getTime() === date.getTime();
}
