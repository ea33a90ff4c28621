/** The pictures: for each, an address of the page, and the actions that come first. */
import type { Page } from 'playwright-core'
import type { Scene } from '#scripts/screenshots/scene'

export interface Picture {
  readonly name: string
  readonly address: (scene: Scene) => string
  /** A text or element that is visible once the page is complete. */
  readonly shows: string
  readonly act?: (page: Page) => Promise<void>
  readonly isNarrow?: true
}

const open = async (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

export const pictures: readonly Picture[] = [
  { name: 'servers', address: () => '/servers', shows: '[data-server="slack"]' },
  { name: 'server', address: () => '/servers/github', shows: '[data-tool="list_commits"]' },
  { name: 'server-failed', address: () => '/servers/slack', shows: '[data-server="slack"]' },
  { name: 'tools', address: () => '/tools', shows: '[data-tool="query"]' },
  {
    name: 'tool',
    address: () => '/tools',
    shows: '[data-tool="create_issue"]',
    act: (page) => open(page, 'create_issue'),
  },
  { name: 'projects', address: () => '/projects', shows: '[role="treegrid"]' },
  { name: 'chat', address: ({ answered }) => `/chat/${answered}`, shows: '[data-run-kind="idle"]' },
  { name: 'approval', address: ({ waiting }) => `/chat/${waiting}`, shows: '[data-question-card]' },
  { name: 'activity', address: () => '/activity', shows: '[aria-label="Calls"]' },
  { name: 'clients', address: () => '/clients', shows: 'main h2' },
  { name: 'hosting', address: () => '/hosting', shows: 'main h1, main h2' },
  { name: 'settings', address: () => '/settings', shows: 'main h2' },
  {
    name: 'palette',
    address: () => '/servers',
    shows: '[data-server="slack"]',
    act: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').last().pressSequentially('li')
    },
  },
  {
    name: 'add',
    address: () => '/servers',
    shows: '[data-server="slack"]',
    act: async (page) => {
      await page.keyboard.press('n')
      await page.locator('[role="dialog"] textarea:focus').waitFor()
      await page.keyboard.insertText('npx -y @modelcontextprotocol/server-everything')
    },
  },
  {
    name: 'chat-narrow',
    address: ({ answered }) => `/chat/${answered}`,
    shows: '[data-run-kind="idle"]',
    isNarrow: true,
  },
  { name: 'servers-narrow', address: () => '/servers', shows: '[data-server="slack"]', isNarrow: true },
]
