import { createContext, useContext } from 'react';

export const StyleSheetContext = createContext('');

/**
 * Inlines the style sheet: a separate file would cost a slow connection another round trip before the first paint. Renders nothing in the
 * browser, where React leaves the server's element unchanged.
 */
export function StyleSheet({ nonce }: { nonce: string }) {
  const __html = useContext(StyleSheetContext);
  if (__html === '') return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of our build, with the nonce of the page's policy.
  return <style dangerouslySetInnerHTML={{ __html }} nonce={nonce} />;
}
