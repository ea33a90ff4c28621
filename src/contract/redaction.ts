/** The text that replaces a redacted secret. */
export const redactedMark = '[redacted]'
