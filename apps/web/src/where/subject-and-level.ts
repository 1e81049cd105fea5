/** What is taught and at which level, as on the wire. */
export interface Taught {
  readonly subject: string;
  readonly classRange: string;
}
