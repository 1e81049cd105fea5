import { useReference } from '../api/use-reference.ts';
import { useTranslation } from '../i18n/language.tsx';
import { FormGroup } from '../ui/form-group.tsx';
import { useArePlacesWanted } from '../ui/place-lists.ts';
import { BlockPicker, DistrictPicker } from '../ui/place-picker.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { TeacherForm } from './teacher-form.ts';

/** Where the teacher works. */
export function WorkFields({ form }: { form: TeacherForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.work')}>
      <TextField
        autoComplete="organization"
        label={t('register.schoolName')}
        required
        {...form.getInputProps('schoolName')}
      />
      <TextField label={t('register.state')} readOnly value={t('register.stateName')} />
      <PlaceFields
        block="postingBlock"
        blockLabel={t('register.postingBlock')}
        district="district"
        districtLabel={t('register.currentDistrict')}
        form={form}
      />
    </FormGroup>
  );
}

/** Where the teacher wants to work. */
export function WishFields({ form }: { form: TeacherForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.wish')}>
      <PlaceFields
        block="desiredBlock"
        blockLabel={t('register.desiredBlock')}
        district="desiredDistrict"
        districtLabel={t('register.desiredDistrict')}
        form={form}
        includeAny
      />
    </FormGroup>
  );
}

interface PlaceFieldsProps {
  readonly form: TeacherForm;
  readonly district: 'district' | 'desiredDistrict';
  readonly districtLabel: string;
  readonly block: 'postingBlock' | 'desiredBlock';
  readonly blockLabel: string;
  readonly includeAny?: boolean;
}

/** A district and one of its blocks; another district means another block. */
function PlaceFields({ form, district, districtLabel, block, blockLabel, includeAny }: PlaceFieldsProps) {
  const districts = useReference(useArePlacesWanted())?.districts ?? [];
  const chosen = form.values[district];
  return (
    <>
      <DistrictPicker
        data-path={district}
        districts={districts}
        error={form.errors[district]}
        label={districtLabel}
        onChange={(name) => {
          form.setFieldValue(district, name ?? '');
          form.setFieldValue(block, '');
        }}
        required
        value={chosen || null}
      />
      <BlockPicker
        blocks={districts.find(({ name }) => name === chosen)?.blocks ?? []}
        data-path={block}
        disabled={chosen === ''}
        error={form.errors[block]}
        includeAny={includeAny ?? false}
        label={blockLabel}
        onChange={(name) => form.setFieldValue(block, name ?? '')}
        required
        value={form.values[block] || null}
      />
    </>
  );
}
