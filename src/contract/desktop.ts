/**
 * How the page of the desktop app gets its message port: the page asks, the preload passes on, the main process answers.
 * And how it hears that a person wants to see a question, because they clicked its notification.
 */
export const desktopChannels = {
  /** Page to preload to main: this page is ready and wants a port. */
  hello: 'switchboard:hello',
  /** Main to preload to page: the answer, with one port in its transfer list. */
  port: 'switchboard:port',
  /** Main to preload to page: the id of the question to show. */
  question: 'switchboard:question',
} as const

/** What the preload tells the page. */
export function showQuestion(id: unknown): { readonly channel: string; readonly id: unknown } {
  return { channel: desktopChannels.question, id }
}

/** The id in what `showQuestion` made; null for any other message. */
export function shownQuestion(message: unknown): string | null {
  const { channel, id } = Object(message) as { readonly channel?: unknown; readonly id?: unknown }
  return channel === desktopChannels.question && typeof id === 'string' ? id : null
}
