/** Three lines that join into one: many servers, one endpoint. */
export function Logo() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0 text-accent">
      <path
        d="M4 5h4.5c4 0 3 7 7 7H20M4 12h16M4 19h4.5c4 0 3-7 7-7"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="round"
      />
    </svg>
  )
}
