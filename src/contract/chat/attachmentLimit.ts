/** Size limits of attachments. Without schemas, for the page. */

/** For a PDF; images and texts must be smaller, as models require. */
export const maxAttachmentBytes = 20_000_000
/** The same as base64, in characters. */
export const maxAttachmentLength = Math.ceil(maxAttachmentBytes / 3) * 4
