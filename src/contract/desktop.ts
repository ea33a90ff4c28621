/**
 * How the page of the desktop app gets its message port: the page asks, the preload passes on, the main process answers.
 * And how it hears that a person wants to see a question, because they clicked its notification; and whether an address
 * that it wanted to have opened was.
 */
export const desktopChannels = {
  /** Page to preload to main: this page is ready and wants a port. */
  hello: 'switchboard:hello',
  /** Main to preload to page: the answer, with one port in its transfer list. */
  port: 'switchboard:port',
  /** Main to preload to page: the id of the question to show. */
  question: 'switchboard:question',
  /** Main to preload to page: what became of an address that was to be opened outside. */
  opened: 'switchboard:opened',
} as const

export interface OpenedAddress {
  readonly url: string
  readonly isOpen: boolean
}

/** What the preload tells the page. */
export function tellOpened(opened: unknown): { readonly channel: string; readonly opened: unknown } {
  return { channel: desktopChannels.opened, opened }
}

/** What `tellOpened` told; null for any other message. */
export function toldOpened(message: unknown): OpenedAddress | null {
  const { channel, opened } = Object(message) as { readonly channel?: unknown; readonly opened?: unknown }
  const { url, isOpen } = Object(opened) as { readonly url?: unknown; readonly isOpen?: unknown }
  if (channel !== desktopChannels.opened || typeof url !== 'string' || typeof isOpen !== 'boolean') return null
  return { url, isOpen }
}

/** What the preload tells the page. */
export function showQuestion(id: unknown): { readonly channel: string; readonly id: unknown } {
  return { channel: desktopChannels.question, id }
}

/** The id in what `showQuestion` made; null for any other message. */
export function shownQuestion(message: unknown): string | null {
  const { channel, id } = Object(message) as { readonly channel?: unknown; readonly id?: unknown }
  return channel === desktopChannels.question && typeof id === 'string' ? id : null
}
