/** The form of a new server: its values, and their conversion to the contract's input or to errors by field. Pure. */
import { isAddressWord } from '#contract/pasted/address'
import { joinWords } from '#contract/pasted/commandWords'
import { nameOfLaunch } from '#contract/pasted/launchName'
import type { PastedServer } from '#contract/pasted/pasted'
import {
  type NewServer,
  newServer,
  type NewServerInput,
  type RestartPolicy,
  serverSettings,
} from '#contract/servers/server'
import { signInSettings } from '#contract/servers/signInSettings'
import { hasAddress, hasProcess, transports } from '#contract/servers/transports'
import { readText } from '#renderer/features/servers/add/reading.ts'
import {
  pastedSignInForm,
  type SignInErrors,
  signInErrors,
  type SignInForm,
  signInForm,
  signInOf,
} from '#renderer/features/servers/signIn/form/signInForm.ts'
import { environmentError, environmentOf, type EnvironmentRow } from '#renderer/parts/values/environmentRows.ts'

export interface ServerForm {
  readonly name: string
  readonly commandLine: string
  /** The environment variables of a command. */
  readonly environment: readonly EnvironmentRow[]
  /** The headers of a remote server. They are kept apart from variables, so that neither becomes the other. */
  readonly headers: readonly EnvironmentRow[]
  /** How to sign in to a remote server. */
  readonly signIn: SignInForm
  readonly cwd: string
  readonly concurrency: string
  readonly timeoutSeconds: string
  readonly restart: RestartPolicy
  readonly group: string
  readonly labels: string
}

const usual = serverSettings.parse({})

export const emptyForm: ServerForm = {
  name: '',
  commandLine: '',
  environment: [],
  headers: [],
  signIn: signInForm(),
  cwd: '',
  concurrency: String(usual.concurrency),
  timeoutSeconds: String(usual.timeoutMs / 1000),
  restart: usual.restart,
  group: '',
  labels: '',
}

export type FormErrors = Partial<Record<Exclude<keyof ServerForm, 'signIn'>, string>> & { signIn?: SignInErrors }
export type Checked =
  | { readonly ok: true; readonly server: NewServer }
  | { readonly ok: false; readonly errors: FormErrors }

type TextField = Exclude<keyof ServerForm, 'signIn'>

const fieldOfPath: Readonly<Record<string, TextField>> = {
  'launch.command': 'commandLine',
  'launch.args': 'commandLine',
  'launch.env': 'environment',
  'launch.cwd': 'cwd',
  'launch.url': 'commandLine',
  'launch.headers': 'headers',
  timeoutMs: 'timeoutSeconds',
}

function fieldOf(path: readonly PropertyKey[]): TextField {
  const [first = 'name', second = ''] = path.map(String)
  return fieldOfPath[`${first}.${second}`] ?? fieldOfPath[first] ?? (first as TextField)
}

/** Whether the text in the command field is the address of a remote server. */
export function isAddress(line: string): boolean {
  const read = readText(line)
  return read.kind === 'one' ? hasAddress(read.server.launch) : isAddressWord(line.trim())
}

export function nameOf(form: ServerForm): string {
  const read = readText(form.commandLine)
  return form.name.trim() || (read.kind === 'one' ? read.server.name || nameOfLaunch(read.server.launch) : '')
}

/** The launch read from the command field, with the values from the fields below it. */
function launchOf({ launch }: PastedServer, form: ServerForm): NewServerInput['launch'] {
  if (!hasProcess(launch)) {
    // A new server has no stored secrets.
    const auth = signInSettings.safeParse(signInOf(form.signIn)).data ?? launch.auth
    return {
      ...launch,
      headers: { ...launch.headers, ...environmentOf(form.headers) },
      ...(auth !== undefined && { auth }),
    }
  }
  const cwd = form.cwd.trim()
  return { ...launch, env: { ...launch.env, ...environmentOf(form.environment) }, ...(cwd !== '' && { cwd }) }
}

const valueRows = { process: 'environment', address: 'headers' } as const
const nothing: PastedServer = { name: '', launch: { transport: 'stdio', command: '', args: [], env: {} } }

export function checkForm(form: ServerForm, projectId?: string): Checked {
  const read = readText(form.commandLine)
  const server = read.kind === 'one' ? read.server : nothing
  const parsed = newServer.safeParse({
    projectId,
    name: nameOf(form),
    launch: launchOf(server, form),
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
  if (read.kind === 'problem') errors.commandLine = read.message
  if (read.kind === 'many') errors.commandLine = `This text contains ${read.count} servers. Choose servers to import.`
  const rows = valueRows[transports[server.launch.transport].reach]
  const wrong = environmentError(form[rows])
  if (wrong !== undefined) errors[rows] = wrong
  if (rows === 'headers') {
    const wrongSignIn = signInErrors(form.signIn)
    if (Object.keys(wrongSignIn).length > 0) errors.signIn = wrongSignIn
  }
  for (const issue of parsed.error?.issues ?? []) errors[fieldOf(issue.path)] ??= issue.message
  // Without a command there is no default name, so only the missing command is reported.
  if (errors.commandLine !== undefined && form.name.trim() === '') delete errors.name
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, server: parsed.data } : { ok: false, errors }
}

/**
 * The form filled from pasted text. Values that the person typed stay if the text has none; values from earlier pasted
 * text are removed.
 */
export function withPasted(form: ServerForm, server: PastedServer): ServerForm {
  const isTyped = (row: EnvironmentRow) => row.pasted !== true
  const { environment, headers } = form
  return withServer({ ...form, environment: environment.filter(isTyped), headers: headers.filter(isTyped) }, server)
}

/** The form after the command field loses the focus. Variables and wrapper programs move to their own fields. */
export function withLineRead(form: ServerForm): ServerForm {
  const read = readText(form.commandLine)
  return read.kind === 'one' ? withServer(form, read.server) : form
}

function withServer(form: ServerForm, { name, launch }: PastedServer): ServerForm {
  const named = { ...form, name: name === '' ? form.name : name }
  if (!hasProcess(launch))
    return {
      ...named,
      commandLine: launch.url,
      headers: withRows(form.headers, launch.headers),
      ...(launch.auth !== undefined && { signIn: pastedSignInForm(launch.auth) }),
    }
  const { command, args, env, cwd = form.cwd } = launch
  return { ...named, commandLine: joinWords([command, ...args]), cwd, environment: withRows(form.environment, env) }
}

function withRows(rows: readonly EnvironmentRow[], values: Readonly<Record<string, string>>): EnvironmentRow[] {
  const kept = rows.filter((row) => row.name !== '' && !Object.hasOwn(values, row.name))
  const added = Object.entries(values).map(([name, value]) => ({ name, value, pasted: true }))
  return added.length === 0 ? [...rows] : [...kept, ...added].map((row, id) => ({ ...row, id }))
}
