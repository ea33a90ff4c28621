/** How the page of the desktop app gets its message port: the page asks, the preload passes on, the main process answers. */
export const desktopChannels = {
  /** Page to preload to main: this page is ready and wants a port. */
  hello: 'switchboard:hello',
  /** Main to preload to page: the answer, with one port in its transfer list. */
  port: 'switchboard:port',
} as const
