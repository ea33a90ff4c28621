/**
 * The part of `inputBounds` that applies to every message. This file has no schemas, because the bridge uses it and
 * loads little.
 */
export const messageBounds = {
  method: 128,
  requestId: 1_024,
} as const
