export type FormValues = Readonly<Record<string, string | boolean>>;

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Props of a text input or select. */
export interface TextBinding {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Props of a checkbox or switch. */
export interface ToggleBinding {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Names of the fields whose values have the given type. */
export type NamesOf<Values, Kind> = {
  [Name in keyof Values]: Values[Name] extends Kind ? Name : never;
}[keyof Values] &
  string;
