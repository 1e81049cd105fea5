export type FormValues = Readonly<Record<string, string | boolean>>;

/** Sentences about what is wrong, by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What a field of text or of a choice is told. */
export interface TextBinding {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** What a field that is on or off is told. */
export interface ToggleBinding {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** The names of the fields whose values are of a kind. */
export type NamesOf<Values, Kind> = {
  [Name in keyof Values]: Values[Name] extends Kind ? Name : never;
}[keyof Values] &
  string;
