const DEVANAGARI_ZERO = 0x0966;

/** Numbers typed on a Hindi keyboard as the API takes them: `१२` becomes `12`. */
export function latinDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? 0) - DEVANAGARI_ZERO));
}
