/** The form of an existing server: its values, and their conversion to the contract's change or to errors. Pure. */
import { launchWords } from '#contract/servers/launchWords'
import { joinWords } from '#contract/pasted/commandWords'
import {
  type LaunchChange,
  type LaunchSnapshot,
  type ServerChange,
  serverChange,
  type ServerSnapshot,
} from '#contract/servers/server'
import { byReach, hasAddress, hasProcess, isContainer, transportAt, transports } from '#contract/servers/transports'
import { groupShown } from '#renderer/model/servers/groupShown.ts'
import {
  type SignInErrors,
  signInErrors,
  type SignInForm,
  signInForm,
  signInOf,
} from '#renderer/features/servers/signIn/form/signInForm.ts'
import { readText } from '#renderer/features/servers/add/reading.ts'
import { environmentError, type EnvironmentRow } from '#renderer/parts/values/environmentRows.ts'

export interface EditForm extends Pick<
  ServerSnapshot,
  'name' | 'description' | 'restart' | 'sessions' | 'trusted' | 'retry'
> {
  readonly commandLine: string
  readonly environment: readonly EnvironmentRow[]
  /** How to sign in to a remote server. */
  readonly signIn: SignInForm
  readonly cwd: string
  readonly concurrency: string
  readonly timeoutSeconds: string
  /** Empty: an idle server is never stopped. */
  readonly idleMinutes: string
  readonly group: string
  readonly labels: string
}

type TextField = Exclude<keyof EditForm, 'signIn'>
export type EditErrors = Partial<Record<TextField, string>> & { signIn?: SignInErrors }
export type CheckedEdit =
  | { readonly ok: true; readonly change: ServerChange }
  | { readonly ok: false; readonly errors: EditErrors }

function valueNames(launch: LaunchSnapshot): readonly string[] {
  return byReach<LaunchSnapshot, readonly string[]>(launch, {
    process: ({ envNames }) => envNames,
    address: ({ headerNames }) => headerNames,
    // The variables of a container are edited on the hosting page.
    image: () => [],
  })
}

/** `projectId`: the project whose group is edited; null: the group in all projects. */
export function editForm(server: ServerSnapshot, projectId: string | null): EditForm {
  const { name, description, restart, sessions, trusted, retry, launch, concurrency, timeoutMs, idleStopMs } = server
  return {
    name,
    description,
    restart,
    sessions,
    trusted,
    retry,
    commandLine: joinWords(launchWords(launch)),
    environment: valueNames(launch).map((one, id) => ({ id, name: one, value: '', kept: one })),
    signIn: signInForm(hasAddress(launch) ? launch.auth : undefined),
    cwd: hasProcess(launch) ? (launch.cwd ?? '') : '',
    concurrency: String(concurrency),
    timeoutSeconds: String(timeoutMs / 1000),
    idleMinutes: idleStopMs === null ? '' : String(idleStopMs / 60_000),
    group: groupShown(server, projectId).group ?? '',
    labels: server.labels.join(', '),
  }
}

/**
 * A stored value keeps its name: the engine has it under that name. Variables never become headers, and headers never
 * variables.
 */
function valuesOf(rows: readonly EnvironmentRow[], isOtherKind: boolean): Record<string, string | null> {
  return Object.fromEntries(
    rows
      .filter((row) => row.name.trim() !== '' && !(isOtherKind && row.kept !== undefined))
      .map((row) => [row.name.trim(), row.value === '' && row.kept === row.name.trim() ? null : row.value]),
  )
}

interface ReadLine {
  readonly launch: LaunchChange | null
  readonly problem: string | null
}

/** Reads the launch from the form. An unedited command line keeps its meaning, even if parsing has changed. */
function readLine(form: EditForm, before: LaunchSnapshot): ReadLine {
  const values = (isOtherKind: boolean) => valuesOf(form.environment, isOtherKind)
  const cwd = form.cwd.trim()
  const folder = cwd === '' ? {} : { cwd }
  const auth = signInOf(form.signIn)
  const ownAuth = auth === undefined ? {} : { auth }
  if (form.commandLine === joinWords(launchWords(before)))
    return {
      problem: null,
      launch: byReach<LaunchSnapshot, LaunchChange | null>(before, {
        process: ({ transport, command, args }) => ({ transport, command, args, env: values(false), ...folder }),
        address: ({ transport, url }) => ({ transport, url, headers: values(false), ...ownAuth }),
        image: () => null,
      }),
    }
  const read = readText(form.commandLine)
  if (read.kind !== 'one')
    return { launch: null, problem: read.kind === 'problem' ? read.message : 'enter one command' }
  const { launch } = read.server
  const isOtherKind = transports[launch.transport].reach !== transports[before.transport].reach
  if (hasProcess(launch))
    return { problem: null, launch: { ...launch, env: { ...launch.env, ...values(isOtherKind) }, ...folder } }
  // An address alone does not say which transport to use, so the previous transport stays.
  const saysNone = launch.transport === transportAt(launch.url)
  const transport = saysNone ? transportAt(launch.url, before.transport) : launch.transport
  return {
    problem: null,
    launch: {
      transport,
      url: launch.url,
      headers: { ...launch.headers, ...values(isOtherKind) },
      ...(launch.auth !== undefined && { auth: launch.auth }),
      ...ownAuth,
    },
  }
}

export function isRemoteEdit(form: EditForm, before: LaunchSnapshot): boolean {
  const { launch } = readLine(form, before)
  return hasAddress(launch ?? before)
}

const fieldOfPath: Readonly<Record<string, TextField>> = {
  launch: 'commandLine',
  timeoutMs: 'timeoutSeconds',
  idleStopMs: 'idleMinutes',
}

/** Checks the form. The change contains only what differs: a server whose launch is not in it keeps running. */
export function checkEdit(form: EditForm, server: ServerSnapshot, projectId: string | null): CheckedEdit {
  const before = editForm(server, projectId)
  const isLaunchChanged =
    !isContainer(server.launch) &&
    (['commandLine', 'environment', 'signIn', 'cwd'] as const).some(
      (field) => JSON.stringify(form[field]) !== JSON.stringify(before[field]),
    )
  const labels = form.labels
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')
  const all = {
    name: form.name,
    description: form.description,
    restart: form.restart,
    sessions: form.sessions,
    trusted: form.trusted,
    retry: form.retry,
    concurrency: Number(form.concurrency),
    timeoutMs: Math.round(Number(form.timeoutSeconds) * 1000),
    idleStopMs: form.idleMinutes.trim() === '' ? null : Math.round(Number(form.idleMinutes) * 60_000),
    labels,
  } satisfies Record<Exclude<keyof ServerChange, 'launch' | 'position' | 'group'>, unknown>
  const changed = Object.entries(all).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(server[key as keyof ServerSnapshot]),
  )
  const line = isLaunchChanged ? readLine(form, server.launch) : null
  const parsed = serverChange.safeParse({
    ...Object.fromEntries(changed),
    // If the projects have different groups, the field is empty. Only a typed group is saved.
    ...(form.group !== before.group && { group: form.group.trim() === '' ? null : form.group.trim() }),
    ...(line !== null && line.launch !== null && { launch: line.launch }),
  })
  const errors: EditErrors = {}
  const environment = environmentError(form.environment)
  if (environment !== undefined) errors.environment = environment
  if (line !== null && line.problem !== null) errors.commandLine = line.problem
  if (isLaunchChanged && isRemoteEdit(form, server.launch)) {
    const signIn = signInErrors(form.signIn)
    if (Object.keys(signIn).length > 0) errors.signIn = signIn
  }
  for (const issue of parsed.error?.issues ?? []) {
    const [first] = issue.path.map(String)
    errors[fieldOfPath[first ?? ''] ?? (first as TextField)] ??= issue.message
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, change: parsed.data } : { ok: false, errors }
}
