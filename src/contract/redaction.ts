/** Replaces a secret in a text. */
export const redactedMark = '[redacted]'
