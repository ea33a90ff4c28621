/**
 * Channels of the desktop app. The page asks for its message port, the preload passes the request on, the main process
 * answers. The page also hears that a person clicked the notification of a question, and whether an address could be
 * opened.
 */
export const desktopChannels = {
  /** Page to preload to main: this page is ready and wants a port. */
  hello: 'switchboard:hello',
  /** Main to preload to page: the answer, with one port in its transfer list. */
  port: 'switchboard:port',
  /** Main to preload to page: the id of the question to show. */
  question: 'switchboard:question',
  /** Main to preload to page: whether an address was opened in the browser. */
  opened: 'switchboard:opened',
} as const

export interface OpenedAddress {
  readonly url: string
  readonly isOpen: boolean
}

/** The preload's message to the page. */
export function tellOpened(opened: unknown): { readonly channel: string; readonly opened: unknown } {
  return { channel: desktopChannels.opened, opened }
}

/** Reads a message of `tellOpened`; null for any other message. */
export function toldOpened(message: unknown): OpenedAddress | null {
  const { channel, opened } = Object(message) as { readonly channel?: unknown; readonly opened?: unknown }
  const { url, isOpen } = Object(opened) as { readonly url?: unknown; readonly isOpen?: unknown }
  if (channel !== desktopChannels.opened || typeof url !== 'string' || typeof isOpen !== 'boolean') return null
  return { url, isOpen }
}

/** The preload's message to the page. */
export function showQuestion(id: unknown): { readonly channel: string; readonly id: unknown } {
  return { channel: desktopChannels.question, id }
}

/** The id in a message of `showQuestion`; null for any other message. */
export function shownQuestion(message: unknown): string | null {
  const { channel, id } = Object(message) as { readonly channel?: unknown; readonly id?: unknown }
  return channel === desktopChannels.question && typeof id === 'string' ? id : null
}
