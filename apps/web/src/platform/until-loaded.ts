const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Loads a part of the page that no press opens, such as its frame, and retries until its file arrives. The page stays without the part until
 * then: a file that fails to load must not replace the page by an error.
 */
export async function untilLoaded<Part>(load: () => Promise<Part>, wait = FIRST_WAIT_MS): Promise<Part> {
  try {
    return await load();
  } catch {
    await untilOnline(wait);
    return untilLoaded(load, Math.min(wait * 2, LONGEST_WAIT_MS));
  }
}

/** Resolves after the wait, or when the browser is online again. */
function untilOnline(wait: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, wait);
    window.addEventListener('online', end);
  });
}
