/** Returns the text of a CSV file: UTF-8, else the encoding that spreadsheets of Windows write. */
export async function fileText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
