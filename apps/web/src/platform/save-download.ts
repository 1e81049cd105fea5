import { useState } from 'react';
import { ApiError, askApi, askOnce } from './client.ts';
import { useAction } from './use-action.ts';

/** Milliseconds without a byte after which a download ends. The whole download may take as long as it needs. */
const LONGEST_SILENCE = 60_000;

/** Received bytes of a file that is being downloaded, and all of them if the server states it. */
export interface ReceivedBytes {
  bytes: number;
  total: number | undefined;
}

/** Returns the download of a file of the API, which is saved under the name that the server gives it in the reader's language. */
export function useDownload(path: string) {
  const [received, setReceived] = useState<ReceivedBytes>();
  const action = useAction(() => saveDownload(path, setReceived).finally(() => setReceived(undefined)));
  return { ...action, received };
}

/** Sends a body and saves the file that the API answers. @throws {ApiError} */
export function saveAnswer(path: string, body: object): Promise<void> {
  return askOnce(path, { method: 'POST', body }, (call) => saveDownload(path, () => {}, call));
}

type FileCall = NonNullable<Parameters<typeof askApi>[1]>;

/** @throws {ApiError} */
async function saveDownload(
  path: string,
  onReceived: (received: ReceivedBytes) => void,
  call: FileCall = {},
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), LONGEST_SILENCE);
  try {
    const response = await askApi(path, { ...call, isFile: true, signal: silence.signal });
    const isCompressed = response.headers.has('content-encoding');
    const total = isCompressed ? 0 : Number(response.headers.get('content-length') ?? 0);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), LONGEST_SILENCE);
      parts.push(part.value);
      bytes += part.value.length;
      onReceived({ bytes, total: total > 0 ? total : undefined });
    }
    const type = response.headers.get('content-type') ?? '';
    saveAsFile(nameOf(response.headers.get('content-disposition') ?? ''), new Blob(parts, { type }));
  } catch (error) {
    // The line was silent or broke off: no answer of the server.
    throw error instanceof ApiError ? error : new ApiError(0, undefined, undefined);
  } finally {
    clearTimeout(timer);
  }
}

function nameOf(disposition: string): string {
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  return decodeURIComponent(encoded);
}

export function saveAsFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
