/** The servers in the pictures. */

export interface SceneTool {
  readonly name: string
  readonly about: string
  /** Descriptions by parameter name. The first parameter is required. */
  readonly parameters: Readonly<Record<string, string>>
  readonly isReadOnly?: boolean
  readonly answer?: string
  /** Whether the tool fails, with `answer` as the error. */
  readonly refuses?: true
}

export interface SceneServer {
  readonly title: string
  /** The part of the command after `npx` or `uvx`. */
  readonly command: string
  readonly tools: readonly SceneTool[]
  /** The text that the server prints before it exits. */
  readonly fault?: string
}

const commits = JSON.stringify(
  [
    { sha: 'f41c9aa', author: 'Mira', message: 'Retry the import when the connection is lost', date: '2026-11-18' },
    { sha: '9e02b7d', author: 'Jonas', message: 'Show progress while a large file is read', date: '2026-11-17' },
    { sha: '1b88e30', author: 'Mira', message: 'Keep the order of columns in the export', date: '2026-11-16' },
  ],
  null,
  2,
)

export const sceneServers: Readonly<Record<string, SceneServer>> = {
  github: {
    title: 'GitHub',
    command: 'npx -y @modelcontextprotocol/server-github',
    tools: [
      {
        name: 'list_commits',
        about: 'List the commits of a branch, newest first.',
        parameters: { repo: 'Owner and name, such as octo/app.', since: 'Only commits after this date.' },
        isReadOnly: true,
        answer: commits,
      },
      {
        name: 'search_issues',
        about: 'Search issues and pull requests with GitHub’s search syntax.',
        parameters: { query: 'For example is:open label:bug.' },
        isReadOnly: true,
      },
      {
        name: 'get_file_contents',
        about: 'Read a file or a folder of a repository.',
        parameters: { repo: 'Owner and name.', path: 'Path in the repository.', ref: 'Branch, tag or commit.' },
        isReadOnly: true,
      },
      {
        name: 'create_issue',
        about: 'Create an issue in a repository.',
        parameters: { repo: 'Owner and name.', title: 'Title of the issue.', body: 'Text, as Markdown.' },
      },
      {
        name: 'create_pull_request',
        about: 'Open a pull request from one branch into another.',
        parameters: { repo: 'Owner and name.', head: 'Branch with the changes.', base: 'Branch to merge into.' },
      },
      {
        name: 'merge_pull_request',
        about: 'Merge a pull request.',
        parameters: { repo: 'Owner and name.', number: 'Number of the pull request.' },
      },
    ],
  },
  notes: {
    title: 'Filesystem',
    command: 'npx -y @modelcontextprotocol/server-filesystem ~/notes',
    tools: [
      {
        name: 'read_file',
        about: 'Read a file as text.',
        parameters: { path: 'Path of the file.' },
        isReadOnly: true,
        answer: '# Week 47\n',
      },
      {
        name: 'list_directory',
        about: 'List the files and folders in a folder.',
        parameters: { path: 'Path of the folder.' },
        isReadOnly: true,
        answer: '[FILE] week-46.md\n[FILE] week-47.md\n[DIR] drafts',
      },
      {
        name: 'write_file',
        about: 'Write a file, and replace it if it exists.',
        parameters: { path: 'Path of the file.', content: 'What to write.' },
        answer: 'Wrote ~/notes/week-47.md',
      },
      {
        name: 'search_files',
        about: 'Find files by a pattern in their name.',
        parameters: { path: 'Where to search.', pattern: 'For example *.md.' },
        isReadOnly: true,
      },
    ],
  },
  postgres: {
    title: 'Postgres',
    command: 'uvx postgres-mcp --access-mode=restricted',
    tools: [
      {
        name: 'query',
        about: 'Run a read-only SQL query.',
        parameters: { sql: 'One statement.' },
        isReadOnly: true,
        answer: 'day,orders\n2026-11-17,412\n2026-11-18,398',
      },
      { name: 'list_tables', about: 'List tables with their columns.', parameters: {}, isReadOnly: true },
      {
        name: 'explain',
        about: 'Show how a statement would be run, with its costs.',
        parameters: { sql: 'One statement.' },
        isReadOnly: true,
        answer: 'syntax error at or near "order"',
        refuses: true,
      },
    ],
  },
  linear: {
    title: 'Linear',
    command: 'npx -y linear-mcp-server',
    tools: [
      {
        name: 'list_issues',
        about: 'List the issues of a team or a person.',
        parameters: { team: 'Key of the team.', state: 'Backlog, Todo, In Progress or Done.' },
        isReadOnly: true,
      },
      {
        name: 'update_issue',
        about: 'Change the title, state, assignee or priority of an issue.',
        parameters: { id: 'For example ENG-412.', state: 'New state.' },
      },
      { name: 'add_comment', about: 'Comment on an issue.', parameters: { id: 'The issue.', body: 'Markdown.' } },
    ],
  },
  slack: {
    title: 'Slack',
    command: 'npx -y slack-mcp-server',
    tools: [],
    fault: 'Error: SLACK_BOT_TOKEN environment variable is required',
  },
}
