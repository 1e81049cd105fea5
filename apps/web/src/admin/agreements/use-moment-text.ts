import { dayInIndia, startInIndia } from '@mutual-transfer/domain/language/date-time';
import { useFormats } from '../../platform/i18n/names.ts';
import { useOwnDistricts } from '../teachers/use-people-filters.ts';

/**
 * Returns a function that formats a time of an agreement. For administrators of districts the API cuts times that depend on members elsewhere
 * to the start of the day: of these it writes the day alone.
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
