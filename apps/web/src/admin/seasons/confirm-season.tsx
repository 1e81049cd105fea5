import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import type { SeasonLoss } from './season-losses.ts';

interface ConfirmSeasonProps {
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Confirms the announcement of a new season. */
export function ConfirmNewSeason(props: ConfirmSeasonProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      isBusy={false}
      isHarmless
      text={t('admin.seasons.makeText')}
      texts={{ confirm: t('admin.seasons.make'), cancel: t('admin.cancel') }}
      title={t('admin.seasons.makeTitle')}
      {...props}
    />
  );
}

/** Confirms a change of a season: says what teachers lose by it. */
export function ConfirmLosses({
  losses,
  ...props
}: ConfirmSeasonProps & { readonly losses: readonly SeasonLoss[] }) {
  const { t } = useTranslation();
  const textOf = useLossText();
  return (
    <ConfirmDialog
      isBusy={false}
      text={t('admin.seasons.lossText')}
      texts={{ confirm: t('admin.seasons.save'), cancel: t('admin.cancel') }}
      title={t('admin.seasons.lossTitle')}
      {...props}
    >
      <ul>
        {losses.map((loss) => (
          <li key={`${loss.kind} ${loss.round}`}>{textOf(loss)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function useLossText() {
  const { t } = useTranslation();
  const formats = useFormats();
  return (loss: SeasonLoss) =>
    t(`admin.seasons.losses.${loss.kind}`, {
      number: loss.round === null ? '' : formats.number(loss.round),
      from: formats.dateTime(loss.from),
      to: loss.kind === 'removed' ? '' : formats.dateTime(loss.to),
    });
}
