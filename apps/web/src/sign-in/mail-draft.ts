/** The address that opens a drafted mail to a recipient. */
export function mailDraft(to: string, subject: string, body: string): string {
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
