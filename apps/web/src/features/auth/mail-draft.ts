/** The address that opens a mail to somebody, begun for the reader. */
export function mailDraft(to: string, subject: string, body: string): string {
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
