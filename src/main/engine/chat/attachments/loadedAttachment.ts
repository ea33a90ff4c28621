/** An attachment as a request to the model needs it. */

/** Data stored apart from messages, loaded in advance. */
export interface LoadedAttachment {
  readonly name: string
  readonly mediaType: string
  /** Base64; for a text, the text itself. */
  readonly data: string
}

export type LoadedAttachments = ReadonlyMap<string, LoadedAttachment>
