/** The form of a new server: what it holds, and how it becomes the contract's input or a message per field. Pure. */
import { type NewServer, newServer, type NewServerInput, type RestartPolicy } from '#contract/server'
import { joinWords, nameOfAddress, parseCommandLine, suggestName } from '#renderer/features/servers/commandLine.ts'
import type { SnippetServer } from '#renderer/features/servers/add/snippet.ts'

export interface EnvironmentRow {
  readonly id: number
  readonly name: string
  readonly value: string
  /** The name of the value that it keeps while none is typed: the engine has it, no page does. */
  readonly kept?: string
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
  'launch.url': 'commandLine',
  'launch.headers': 'environment',
  timeoutMs: 'timeoutSeconds',
}

function fieldOf(path: readonly PropertyKey[]): keyof ServerForm {
  const [first = 'name', second = ''] = path.map(String)
  return fieldOfPath[`${first}.${second}`] ?? fieldOfPath[first] ?? (first as keyof ServerForm)
}

/** Whether what stands in the place of the command is the address of a remote server. */
export function isAddress(line: string): boolean {
  return /^\s*https?:\/\/\S*\s*$/i.test(line)
}

export function nameOf(form: ServerForm): string {
  const suggest = () =>
    isAddress(form.commandLine) ? nameOfAddress(form.commandLine) : suggestName(parseCommandLine(form.commandLine))
  return form.name.trim() || suggest()
}

export function environmentError(rows: readonly EnvironmentRow[]): string | undefined {
  const names = rows.map((row) => row.name.trim())
  if (rows.some((row) => row.name.trim() === '' && row.value !== '')) return 'a value here has no name'
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (twice !== undefined) return `${twice} is there twice`
  const odd = names.find((name) => /[=\0]/.test(name))
  return odd === undefined ? undefined : `${odd} cannot be a name`
}

function launchOf(form: ServerForm): NewServerInput['launch'] {
  const rows = form.environment.filter((row) => row.name.trim() !== '')
  const values = Object.fromEntries(rows.map((row) => [row.name.trim(), row.value]))
  if (isAddress(form.commandLine)) return { transport: 'http', url: form.commandLine, headers: values }
  const { command, args, env } = parseCommandLine(form.commandLine)
  const cwd = form.cwd.trim()
  return { transport: 'stdio', command, args: [...args], env: { ...env, ...values }, ...(cwd !== '' && { cwd }) }
}

export function checkForm(form: ServerForm, projectId?: string): Checked {
  const parsed = newServer.safeParse({
    projectId,
    name: nameOf(form),
    launch: launchOf(form),
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
    commandLine: server.line,
    cwd: server.cwd ?? form.cwd,
    environment: Object.entries(server.values).map(([name, value], id) => ({ id, name, value })),
  }
}

/** The form with assignments in front of the command moved to where their values can be hidden. */
export function withAssignmentsMoved(form: ServerForm): ServerForm {
  if (isAddress(form.commandLine)) return form
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
