/** Returns the `mailto:` URL of a draft. */
export function mailDraft(to: string, subject: string, body: string): string {
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
