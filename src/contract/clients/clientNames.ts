/**
 * The clients that Switchboard knows, and the formats in which it writes configurations. Without schemas, for the
 * command.
 */

export const clientNames = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'windsurf', 'zed'] as const
export type ClientName = (typeof clientNames)[number]

/** The names that people use. */
export const clientTitles: Readonly<Record<ClientName, string>> = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  vscode: 'VS Code',
  windsurf: 'Windsurf',
  zed: 'Zed',
}

/** Switchboard's own format, which keeps everything, or that of a client. */
export const exportFormats = ['switchboard', ...clientNames] as const
export type ExportFormat = (typeof exportFormats)[number]
