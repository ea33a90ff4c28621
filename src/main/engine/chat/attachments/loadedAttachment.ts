/** An attachment in the form that a request to the model needs. */

/** Attachment data, which is stored apart from messages and loaded before a request is built. */
export interface LoadedAttachment {
  readonly name: string
  readonly mediaType: string
  /** The content in Base64; for a text file: its text. */
  readonly data: string
}

export type LoadedAttachments = ReadonlyMap<string, LoadedAttachment>
