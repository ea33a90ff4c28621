/** How large an attachment may be. Without schemas, for the page. */

/** Of a PDF; images and texts have to be smaller, as models take them. */
export const mostAttachmentBytes = 20_000_000
/** The same as base64, in characters. */
export const longestAttachment = Math.ceil(mostAttachmentBytes / 3) * 4
