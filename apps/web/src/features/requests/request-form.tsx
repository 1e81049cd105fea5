import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { ADDITIONAL_INFO_MAXIMUM_LENGTH, REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { classRanges } from '@mutual-transfer/domain/reference/class-levels';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { contactPreferences, privacyKeys, urgencies } from '@mutual-transfer/domain/transfer-request-words';
import type { Session } from '@mutual-transfer/domain/user';
import { useErrorText } from '../../api/error-text.ts';
import { useReference } from '../../api/use-reference.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useNames } from '../../i18n/names.ts';
import { Failure } from '../../ui/failure.tsx';
import { useArePlacesWanted } from '../../ui/place-lists.ts';
import { BlockPicker, DistrictPicker } from '../../ui/place-picker.tsx';
import type { Posted } from './posted.ts';
import classes from './request-form.module.css';
import { useRequestForm } from './use-request-form.ts';

interface RequestFormProps {
  readonly session: Session;
  readonly onPosted: (posted: Posted) => void;
}

/** Where to, what, why and how soon; what others may see. */
export function RequestForm({ session, onPosted }: RequestFormProps) {
  const { t } = useTranslation();
  const names = useNames();
  const errorText = useErrorText();
  const reference = useReference(useArePlacesWanted());
  const { form, element, submit, isBusy, error, chooseDistrict } = useRequestForm(session, onPosted);
  const { desiredDistrict } = form.values;
  const blocks = reference?.districts.find((district) => district.name === desiredDistrict)?.blocks ?? [];
  return (
    <form className={classes.form} noValidate onSubmit={submit} ref={element}>
      <div className={classes.pair}>
        <DistrictPicker
          data-path="desiredDistrict"
          districts={reference?.districts ?? []}
          error={form.errors.desiredDistrict}
          label={t('request.desiredDistrict')}
          onChange={chooseDistrict}
          required
          value={desiredDistrict || null}
        />
        <BlockPicker
          data-path="desiredBlock"
          blocks={blocks}
          disabled={desiredDistrict === ''}
          error={form.errors.desiredBlock}
          includeAny
          label={t('request.desiredBlock')}
          onChange={(block) => form.setFieldValue('desiredBlock', block ?? '')}
          required
          value={form.values.desiredBlock || null}
        />
        <NativeSelect
          data={subjectNames.map((name) => ({ value: name, label: names.subject(name) }))}
          label={t('request.subject')}
          required
          {...form.getInputProps('subject')}
        />
        <NativeSelect
          data={classRanges.map((code) => ({ value: code, label: names.classLevel(code) }))}
          label={t('request.classLevel')}
          required
          {...form.getInputProps('classRange')}
        />
      </div>
      <Textarea
        autosize
        description={t('request.reasonHint')}
        label={t('request.reason')}
        maxLength={REASON_MAXIMUM_LENGTH}
        minRows={3}
        required
        {...form.getInputProps('reason')}
      />
      <Textarea
        autosize
        description={t('request.additionalInfoHint')}
        label={t('request.additionalInfo')}
        maxLength={ADDITIONAL_INFO_MAXIMUM_LENGTH}
        minRows={3}
        required
        {...form.getInputProps('additionalInfo')}
      />
      <div className={classes.pair}>
        <NativeSelect
          data={urgencies.map((urgency) => ({ value: urgency, label: t(`urgency.${urgency}`) }))}
          label={t('urgency.label')}
          {...form.getInputProps('urgency')}
        />
        <NativeSelect
          data={contactPreferences.map((preference) => ({
            value: preference,
            label: t(`contact.${preference}`),
          }))}
          label={t('contact.label')}
          {...form.getInputProps('contactPreference')}
        />
      </div>
      <fieldset className={classes.privacy}>
        <legend>{t('request.privacy')}</legend>
        <p>{t('request.privacyHint')}</p>
        {privacyKeys.map((field) => (
          <Checkbox
            classNames={{ body: classes.check ?? '' }}
            key={field}
            label={t(`request.${field}`)}
            {...form.getInputProps(`privacySettings.${field}`, { type: 'checkbox' })}
          />
        ))}
      </fieldset>
      {error !== undefined && <Failure text={errorText(error, t('request.failed'))} />}
      <Button fullWidth loading={isBusy} size="lg" type="submit">
        {t(isBusy ? 'request.submitting' : 'request.submit')}
      </Button>
    </form>
  );
}
