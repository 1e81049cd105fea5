import { askApi } from './client.ts';

/**
 * Downloads a file of the API and saves it under the name that the server gives it, which is in the reader's language.
 * @throws {ApiError}
 */
export async function saveDownload(path: string): Promise<void> {
  const response = await askApi(path);
  saveAsFile(nameOf(response.headers.get('content-disposition') ?? ''), await response.blob());
}

function nameOf(disposition: string): string {
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  return decodeURIComponent(encoded);
}

function saveAsFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
