/** Logo: two people changing places. */
export function Mark() {
  return (
    <svg aria-hidden="true" fill="none" height="28" viewBox="0 0 32 32" width="28">
      <rect fill="var(--accent)" height="32" rx="9" width="32" />
      <path
        d="M8 12h13m0 0-4-4m4 4-4 4M24 20H11m0 0 4-4m-4 4 4 4"
        stroke="var(--on-accent)"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="2.4"
      />
    </svg>
  );
}
