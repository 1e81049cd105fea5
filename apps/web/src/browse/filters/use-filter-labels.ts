import {
  type FilterName,
  type FilterOf,
  requestFilters,
} from '@mutual-transfer/domain/requests/request-filters';
import type { Urgency } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import { type Option, useSortedOptions } from '../../platform/i18n/sorted-options.ts';

/** Returns a formatter of the options of each filter. */
function useChoiceLabels(): Record<FilterOf<'choice'>, (option: string) => string> {
  const { t } = useTranslation();
  const names = useNames();
  return {
    subject: names.subject,
    classRange: names.classLevel,
    // Callers pass the options of the filter only.
    urgency: (urgency) => t(`urgency.${urgency as Urgency}Priority`),
    verified: (answer) => t(`browse.filter.verified.${answer as 'yes' | 'no'}`),
  };
}

/**
 * Returns a getter of the options of a filter: subjects in alphabetical order of the language, class levels and urgencies in a fixed order.
 */
export function useChoiceOptions(): (name: FilterOf<'choice'>) => Option[] {
  const labels = useChoiceLabels();
  const sortedOptions = useSortedOptions();
  return (name) => {
    const { options } = requestFilters[name];
    if (name === 'subject') return sortedOptions(options, labels.subject);
    return options.map((value) => ({ value, label: labels[name](value) }));
  };
}

/** Returns a formatter of a filter and its value in the URL. Unknown values are returned unchanged. */
export function useFilterLabel(): (name: FilterName, parameters: URLSearchParams) => string {
  const { t } = useTranslation();
  const names = useNames();
  const choices = useChoiceLabels();
  const ends = { desired: t('browse.to'), posting: t('browse.from') };
  return (name, parameters) => {
    const value = parameters.get(name) ?? '';
    const filter = requestFilters[name];
    switch (filter.kind) {
      case 'words':
        return `“${value}”`;
      case 'district':
        return `${ends[filter.place]}: ${names.district(value)}`;
      case 'block':
        return `${ends[filter.place]}: ${names.block(parameters.get(filter.within) ?? '', value)}`;
      case 'choice': {
        const options: readonly string[] = filter.options;
        // A filter of the kind `choice` has this name.
        return options.includes(value) ? choices[name as FilterOf<'choice'>](value) : value;
      }
    }
  };
}
