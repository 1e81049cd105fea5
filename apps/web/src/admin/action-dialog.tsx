import { type ReactNode, useId } from 'react';
import { FormDialog } from '../form/dialogs.tsx';
import type { FieldErrors, FormValues } from '../form/form-values.ts';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import type { Option } from '../platform/i18n/sorted-options.ts';
import { CheckField } from '../ui/fields/check-field.tsx';
import { CheckList } from '../ui/fields/check-list.tsx';
import field from '../ui/fields/field.module.css';
import { SelectField } from '../ui/fields/select-field.tsx';
import { PasswordField, TextArea, TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { ActionFailure } from './list/query-state.tsx';

interface DialogField<Values> {
  name: keyof Values & string;
  /** The value of `several` is the chosen options with commas between them. */
  kind: 'text' | 'date' | 'words' | 'password' | 'choice' | 'check' | 'several';
  label: string;
  hint?: string | ((values: Values) => string);
  /** Only for `choice` and `several`. */
  options?: readonly Option[];
  isOptional?: boolean;
  maxLength?: number;
  /** Latest day. */
  max?: string;
}

export interface ActionDialogProps<Values extends FormValues, Answer> {
  title: string;
  /** Label of the button, if it differs from the title. */
  submit?: string;
  kind?: 'main' | 'grave';
  initial: Values;
  fields: readonly DialogField<Values>[];
  /** Schema of the body. Without it only `check` and the API refuse values. */
  schema?: Parameters<typeof schemaErrors>[0];
  /** Returns the body of the call, by default the values. */
  body?: (values: Values) => object;
  /** Returns the errors to show, given those of the schema. */
  check?: (found: FieldErrors, values: Values) => FieldErrors;
  act: (body: object) => Promise<Answer>;
  onDone: (answer: Answer) => unknown;
  onRefused?: (error: unknown) => unknown;
  onClose: () => void;
  /** Message above the server's reason, or a function that renders any refusal. */
  failed: string | ((error: Error, form: DialogForm<Values>) => ReactNode);
  /** Explanation above the fields, or a function that renders fields of another kind too. */
  children?: ReactNode | ((form: DialogForm<Values>) => ReactNode);
  /** Rendered below the fields. */
  end?: (form: DialogForm<Values>) => ReactNode;
}

export type DialogForm<Values extends FormValues> = ReturnType<typeof useForm<Values, unknown>>;

/** Dialog of an administrator's action. Errors of the schema and of the API are shown at the fields; the first field has the focus. */
export function ActionDialog<Values extends FormValues, Answer>({
  title,
  submit = title,
  kind = 'main',
  initial,
  fields,
  schema,
  body = (values) => values,
  check = (found) => found,
  act,
  onDone,
  onRefused,
  onClose,
  failed,
  children,
  end,
}: ActionDialogProps<Values, Answer>) {
  const { t } = useTranslation();
  const messages = useMessages();
  const form = useForm<Values, Answer>({
    initial,
    check: (values) => check(schema ? schemaErrors(schema, body(values), messages) : {}, values),
    send: (values) => act(body(values)),
    onDone,
    onRefused: (error) => onRefused?.(error),
  });
  return (
    <FormDialog
      failed={(error) =>
        typeof failed === 'string' ? <ActionFailure error={error} text={failed} /> : failed(error, form)
      }
      form={form}
      kind={kind}
      onClose={onClose}
      texts={{ submit, busy: t('admin.working'), cancel: t('common.cancel') }}
      title={title}
    >
      {typeof children === 'function' ? children(form) : children}
      {fields.map((one, index) => (
        <Input field={one} form={form} isFirst={index === 0} key={one.name} />
      ))}
      {end?.(form)}
    </FormDialog>
  );
}

interface InputProps<Values extends FormValues> {
  field: DialogField<Values>;
  form: Pick<DialogForm<Values>, 'values' | 'errors' | 'change'>;
  isFirst: boolean;
}

function Input<Values extends FormValues>({ field, form, isFirst }: InputProps<Values>) {
  const { name, kind, label, hint, options = [], isOptional = false, maxLength, max } = field;
  const value = form.values[name];
  // TypeScript gives an object with a computed key an index signature.
  const change = (typed: string | boolean) => form.change({ [name]: typed } as Partial<Values>);
  if (kind === 'check')
    return (
      <CheckField
        error={form.errors[name]}
        isOn={value === true}
        label={label}
        name={name}
        onChange={change}
      />
    );
  const text = String(value);
  if (kind === 'several')
    return (
      <Several
        chosen={text}
        error={form.errors[name]}
        label={label}
        name={name}
        onChange={change}
        options={options}
      />
    );
  const props = {
    name,
    label,
    description: typeof hint === 'function' ? hint(form.values) : hint,
    error: form.errors[name],
    required: !isOptional,
    value: text,
    onChange: change,
    'data-autofocus': isFirst || undefined,
  };
  if (kind === 'choice') return <SelectField {...props} options={options} />;
  if (kind === 'words') return <TextArea {...props} maxLength={maxLength} />;
  if (kind === 'password') return <PasswordField {...props} autoComplete="new-password" />;
  return <TextField {...props} autoComplete="off" max={max} type={kind} />;
}

interface SeveralProps {
  name: string;
  label: string;
  options: readonly Option[];
  chosen: string;
  error: string | undefined;
  onChange: (chosen: string) => void;
}

function Several({ name, label, options, chosen, error, onChange }: SeveralProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error && id} className={page.tight}>
      <legend>{label}</legend>
      <CheckList
        chosen={chosen.split(',')}
        name={name}
        onChange={(values) => onChange(values.join())}
        options={options}
      />
      {error && (
        <p className={field.error} id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ReasonOptions<Values> extends Pick<DialogField<Values>, 'hint' | 'isOptional' | 'maxLength'> {}

export function useReasonField<Values extends { reason: string }>(options: ReasonOptions<Values> = {}) {
  const { t } = useTranslation();
  const label = t('admin.viewAsReason');
  return {
    name: 'reason',
    kind: 'words',
    label: options.isOptional ? `${label} (${t('common.optional')})` : label,
    ...options,
  } as const;
}
