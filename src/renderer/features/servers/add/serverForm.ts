/** The form of a new server: what it holds, and how it becomes the contract's input or a message per field. Pure. */
import { type NewServer, newServer, type RestartPolicy } from '#contract/server'
import { joinWords, parseCommandLine, suggestName } from '#renderer/features/servers/commandLine.ts'
import type { SnippetServer } from '#renderer/features/servers/add/snippet.ts'

export interface EnvironmentRow {
  readonly id: number
  readonly name: string
  readonly value: string
}

export interface ServerForm {
  readonly name: string
  readonly commandLine: string
  readonly environment: readonly EnvironmentRow[]
  readonly cwd: string
  readonly concurrency: string
  readonly timeoutSeconds: string
  readonly restart: RestartPolicy
  readonly group: string
  readonly labels: string
}

export const emptyForm: ServerForm = {
  name: '',
  commandLine: '',
  environment: [],
  cwd: '',
  concurrency: '16',
  timeoutSeconds: '300',
  restart: 'on-failure',
  group: '',
  labels: '',
}

export type FormErrors = Partial<Record<keyof ServerForm, string>>
export type Checked =
  | { readonly ok: true; readonly server: NewServer }
  | { readonly ok: false; readonly errors: FormErrors }

const fieldOfPath: Readonly<Record<string, keyof ServerForm>> = {
  'launch.command': 'commandLine',
  'launch.args': 'commandLine',
  'launch.env': 'environment',
  'launch.cwd': 'cwd',
  timeoutMs: 'timeoutSeconds',
}

function fieldOf(path: readonly PropertyKey[]): keyof ServerForm {
  const [first = 'name', second = ''] = path.map(String)
  return fieldOfPath[`${first}.${second}`] ?? fieldOfPath[first] ?? (first as keyof ServerForm)
}

export function nameOf(form: ServerForm): string {
  return form.name.trim() || suggestName(parseCommandLine(form.commandLine))
}

function environmentError(rows: readonly EnvironmentRow[]): string | undefined {
  const names = rows.map((row) => row.name.trim())
  if (rows.some((row) => row.name.trim() === '' && row.value !== '')) return 'a value here has no name'
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (twice !== undefined) return `${twice} is there twice`
  const odd = names.find((name) => /[=\0]/.test(name))
  return odd === undefined ? undefined : `${odd} is not a name of a variable`
}

export function checkForm(form: ServerForm): Checked {
  const line = parseCommandLine(form.commandLine)
  const rows = form.environment.filter((row) => row.name.trim() !== '')
  const parsed = newServer.safeParse({
    name: nameOf(form),
    launch: {
      transport: 'stdio',
      command: line.command,
      args: line.args,
      env: { ...line.env, ...Object.fromEntries(rows.map((row) => [row.name.trim(), row.value])) },
      ...(form.cwd.trim() !== '' && { cwd: form.cwd.trim() }),
    },
    concurrency: Number(form.concurrency),
    timeoutMs: Math.round(Number(form.timeoutSeconds) * 1000),
    restart: form.restart,
    group: form.group.trim() === '' ? null : form.group.trim(),
    labels: form.labels
      .split(',')
      .map((label) => label.trim())
      .filter((label) => label !== ''),
  })
  const errors: FormErrors = {}
  const environment = environmentError(form.environment)
  if (environment !== undefined) errors.environment = environment
  for (const issue of parsed.error?.issues ?? []) errors[fieldOf(issue.path)] ??= issue.message
  // Without a command there is nothing to name; one message is enough.
  if (errors.commandLine !== undefined && form.name.trim() === '') delete errors.name
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, server: parsed.data } : { ok: false, errors }
}

/** The form with a README's entry filled in; what the person wrote already stays where the entry says nothing. */
export function withSnippet(form: ServerForm, server: SnippetServer): ServerForm {
  return {
    ...form,
    name: server.name || form.name,
    commandLine: joinWords([server.command, ...server.args]),
    cwd: server.cwd ?? form.cwd,
    environment: Object.entries(server.env).map(([name, value], id) => ({ id, name, value })),
  }
}

/** The form with assignments in front of the command moved to where their values can be hidden. */
export function withAssignmentsMoved(form: ServerForm): ServerForm {
  const line = parseCommandLine(form.commandLine)
  const moved = Object.entries(line.env)
  if (moved.length === 0 || line.command === '') return form
  const kept = form.environment.filter((row) => row.name !== '' && !Object.hasOwn(line.env, row.name))
  return {
    ...form,
    commandLine: joinWords([line.command, ...line.args]),
    environment: [...kept.map(({ name, value }) => [name, value] as const), ...moved].map(([name, value], id) => ({
      id,
      name,
      value,
    })),
  }
}
