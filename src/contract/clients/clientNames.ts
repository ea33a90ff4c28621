/**
 * The clients that Switchboard knows, and the formats of the configurations that it writes. This file has no schemas,
 * so that the command loads little.
 */

export const clientNames = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'windsurf', 'zed'] as const
export type ClientName = (typeof clientNames)[number]

/** The clients' names as people use them. */
export const clientTitles: Readonly<Record<ClientName, string>> = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  vscode: 'VS Code',
  windsurf: 'Windsurf',
  zed: 'Zed',
}

/** Switchboard's own format, which keeps everything, and the clients' formats. */
export const exportFormats = ['switchboard', ...clientNames] as const
export type ExportFormat = (typeof exportFormats)[number]
