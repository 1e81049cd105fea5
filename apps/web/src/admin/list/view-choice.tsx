import { useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { type Column, shownColumns, withColumn } from './columns.ts';
import classes from './list.module.css';
import { pageSizeOf, pageSizes, useSearchParameter } from './list-address.ts';

interface ViewChoiceProps<Row> {
  readonly columns: readonly Column<Row>[];
  /** Default number of rows per page, `undefined` for a list without pages. */
  readonly limit: number | undefined;
  readonly pages?: readonly string[] | undefined;
}

/** Choice of the columns and of the rows on a page. Both are stored in the URL. */
export function ViewChoice<Row>({ columns, limit, pages }: ViewChoiceProps<Row>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [parameters] = useSearchParams();
  const chosen = parameters.get('columns');
  const columnsParameter = useSearchParameter('columns', []);
  const limitParameter = useSearchParameter('limit', pages);
  const shown = new Set(shownColumns(columns, chosen).map(({ id }) => id));
  return (
    <details className={classes.view}>
      <summary>{t('admin.list.view')}</summary>
      <div className={classes.choices}>
        {columns.slice(1).map(({ id, header }) => (
          <CheckField
            isOn={shown.has(id)}
            key={id}
            label={header}
            onChange={() => columnsParameter.change(withColumn(columns, chosen, id))}
          />
        ))}
        {limit !== undefined && (
          <SelectField
            label={t('admin.list.pageSize')}
            onChange={limitParameter.change}
            options={pageSizes.map((size) => ({ value: String(size), label: formats.number(size) }))}
            value={String(pageSizeOf(parameters, limit))}
          />
        )}
      </div>
    </details>
  );
}
