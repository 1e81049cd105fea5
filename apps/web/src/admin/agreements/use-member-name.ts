import { useTranslation } from '../../platform/i18n/language.tsx';

interface NamedMember {
  /** `null` once the account is erased. */
  readonly teacher: { readonly name: string } | null;
}

/** Returns a formatter of the name of a member of an agreement. */
export function useMemberName(): (member: NamedMember | undefined) => string {
  const { t } = useTranslation();
  return (member) => member?.teacher?.name ?? t('agreements.gone');
}
