/** Returns the text of a CSV file. Decodes invalid UTF-8 as Windows-1252, which spreadsheets on Windows write. */
export async function fileText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
