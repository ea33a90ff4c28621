/** What was attached, as a request to the model needs it. */

/** What is kept apart from messages, loaded before. */
export interface LoadedAttachment {
  readonly name: string
  readonly mediaType: string
  /** Base64; of a text the text itself. */
  readonly data: string
}

export type LoadedAttachments = ReadonlyMap<string, LoadedAttachment>
