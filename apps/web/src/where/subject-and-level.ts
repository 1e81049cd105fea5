/** Subject and class level, as sent to the API. */
export interface Taught {
  readonly subject: string;
  readonly classRange: string;
}
