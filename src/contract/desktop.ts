/**
 * The desktop app's IPC channels. The page asks for its message port, the preload passes the request on, and the main
 * process answers. The main process also tells the page that a person clicked a question's notification, and whether an
 * address was opened. The page tells the main process that it stored a choice.
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
  /** Page to preload to main: the page stored a choice, which must now be written to disk. */
  stored: 'switchboard:stored',
} as const

export interface OpenedAddress {
  readonly url: string
  readonly isOpen: boolean
}

/** Builds the preload's message to the page. */
export function tellOpened(opened: unknown): { readonly channel: string; readonly opened: unknown } {
  return { channel: desktopChannels.opened, opened }
}

/** Reads a message made by `tellOpened`. Null for any other message. */
export function toldOpened(message: unknown): OpenedAddress | null {
  const { channel, opened } = Object(message) as { readonly channel?: unknown; readonly opened?: unknown }
  const { url, isOpen } = Object(opened) as { readonly url?: unknown; readonly isOpen?: unknown }
  if (channel !== desktopChannels.opened || typeof url !== 'string' || typeof isOpen !== 'boolean') return null
  return { url, isOpen }
}

/** Builds the preload's message to the page. */
export function showQuestion(id: unknown): { readonly channel: string; readonly id: unknown } {
  return { channel: desktopChannels.question, id }
}

/** Reads the id from a message made by `showQuestion`. Null for any other message. */
export function shownQuestion(message: unknown): string | null {
  const { channel, id } = Object(message) as { readonly channel?: unknown; readonly id?: unknown }
  return channel === desktopChannels.question && typeof id === 'string' ? id : null
}
