/** Stands in texts where a secret was. */
export const redactedMark = '[redacted]'
