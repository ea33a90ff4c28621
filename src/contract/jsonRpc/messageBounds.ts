/** The part of `inputBounds` for every message. Without schemas: the bridge needs it, and loads little. */
export const messageBounds = {
  method: 128,
  requestId: 1_024,
} as const
