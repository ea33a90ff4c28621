/** Stands in a text in place of a secret. */
export const redactedMark = '[redacted]'
