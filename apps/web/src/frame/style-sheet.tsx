import { createContext, useContext } from 'react';

/** The style sheet of all screens, known to the server alone. */
export const StyleSheetContext = createContext('');

/**
 * The style sheet inside the page: on a slow line a file of its own is shown after another turn, while nothing travels. In a
 * browser this renders nothing, and React leaves the element that the server wrote as it is.
 */
export function StyleSheet({ nonce }: { nonce: string }) {
  const __html = useContext(StyleSheetContext);
  if (__html === '') return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of our build, with the nonce of the page's policy.
  return <style dangerouslySetInnerHTML={{ __html }} nonce={nonce} />;
}
