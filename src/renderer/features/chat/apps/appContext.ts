/** The context that a server's page gets: colours and language, and nothing about the person. */

/** Colour names of MCP Apps, and our CSS variables for them. */
const colours = {
  '--color-background-primary': '--raised',
  '--color-background-secondary': '--canvas',
  '--color-background-tertiary': '--hover',
  '--color-text-primary': '--ink',
  '--color-text-secondary': '--muted',
  '--color-text-danger': '--bad',
  '--color-text-success': '--good',
  '--color-text-warning': '--warn',
  '--color-border-primary': '--line',
  '--color-border-secondary': '--line-strong',
  '--color-ring-primary': '--accent',
} as const

export function appContext(element: HTMLElement | null, maxHeight: number): Readonly<Record<string, unknown>> {
  const root = document.documentElement
  const style = getComputedStyle(root)
  const variables = Object.fromEntries(
    Object.entries(colours).map(([theirs, ours]) => [theirs, style.getPropertyValue(ours).trim()]),
  )
  return {
    theme: root.dataset['theme'] === 'dark' ? 'dark' : 'light',
    styles: { variables: { ...variables, '--font-sans': 'system-ui, sans-serif', '--font-mono': 'monospace' } },
    displayMode: 'inline',
    availableDisplayModes: ['inline'],
    containerDimensions: { width: element?.clientWidth ?? 0, maxHeight },
    locale: navigator.language,
    platform: 'desktop',
  }
}
