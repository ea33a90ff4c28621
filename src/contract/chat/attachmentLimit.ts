/** Size limits of attachments. This file has no schemas, so that the page loads little. */

/** The limit for a PDF. Images and texts have lower limits, which models require. */
export const maxAttachmentBytes = 20_000_000
/** The same limit in characters of base64. */
export const maxAttachmentLength = Math.ceil(maxAttachmentBytes / 3) * 4
