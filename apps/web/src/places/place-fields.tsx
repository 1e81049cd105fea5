import type { TextBinding } from '../form/form-values.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { BlockPicker, DistrictPicker } from '../ui/fields/place-picker.tsx';
import { useReference } from './places.queries.ts';

interface PlaceForm<District extends string, Block extends string> {
  isStarted: boolean;
  text(name: District | Block): TextBinding;
  change(values: { readonly [Name in District | Block]?: string }): void;
}

interface PlaceFieldsProps<District extends string, Block extends string> {
  form: PlaceForm<District, Block>;
  district: District;
  block: Block;
  labels: { district: string; block: string };
  /** Adds the option `Any block`. */
  includeAny?: boolean;
}

/**
 * Fields for a district and one of its blocks. A change of the district resets the block. Loads the lists when the user starts to fill
 * in the form.
 */
export function PlaceFields<District extends string, Block extends string>(
  props: PlaceFieldsProps<District, Block>,
) {
  const { form, district, block, labels, includeAny = false } = props;
  const chosen = form.text(district);
  const districts = useReference(form.isStarted)?.districts ?? [];
  return (
    <>
      <DistrictPicker
        {...chosen}
        districts={districts}
        label={labels.district}
        onChange={(name) =>
          // TypeScript gives an object with computed keys an index signature.
          form.change({ [district]: name, [block]: '' } as { [Name in District | Block]: string })
        }
        required
      />
      <BlockPicker
        {...form.text(block)}
        blocks={districts.find(({ name }) => name === chosen.value)?.blocks ?? []}
        district={chosen.value}
        includeAny={includeAny}
        label={labels.block}
        required
      />
    </>
  );
}

/** Fields for the place that a teacher wishes for: any block of the district is a choice. */
export function DesiredPlaceFields({ form }: { form: PlaceForm<'desiredDistrict', 'desiredBlock'> }) {
  const { t } = useTranslation();
  return (
    <PlaceFields
      block="desiredBlock"
      district="desiredDistrict"
      form={form}
      includeAny
      labels={{ district: t('register.desiredDistrict'), block: t('register.desiredBlock') }}
    />
  );
}
