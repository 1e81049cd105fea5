/** Reasons for which a teacher asks for a transfer. */
export type Motive = 'parents' | 'spouse' | 'children' | 'health' | 'distance' | 'home';

/**
 * Sentences of teachers. `{wish}`, `{posting}` and `{subject}` are
 * names in the text's language; `{spouse}` is the husband or wife of the writer.
 */
export interface Phrases {
  reasons: Readonly<Record<Motive, readonly string[]>>;
  /** Second sentences of a reason, for any motive. */
  requests: readonly string[];
  /** Sentences about the school and the swap, which are the additional information. */
  schools: readonly string[];
}
