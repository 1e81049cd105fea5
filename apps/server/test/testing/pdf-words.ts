import { inflateSync } from 'node:zlib';

/** Returns the words that a PDF viewer copies or finds: the `ActualText` of the runs of text. */
export function wordsOf(pdf: Buffer): string[] {
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].flatMap(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return [];
    }
  });
  const marked = streams.flatMap((stream) => [
    ...stream.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g),
  ]);
  return marked.map(([, text = '']) => decoded(text));
}

function decoded(escaped: string): string {
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const text = escaped.replace(/\\([\s\S])/g, (_whole, one: string) => escapes[one] ?? one);
  if (!text.startsWith('\xFE\xFF')) return text;
  return Buffer.from(text.slice(2), 'latin1').swap16().toString('utf16le');
}
