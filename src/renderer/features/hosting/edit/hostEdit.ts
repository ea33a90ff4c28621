/** The form of an existing hosted server, and the changes made in it. Pure. */
import { joinWords } from '#contract/pasted/commandWords'
import type { HostedChangeInput, HostedRegistrationInput, HostedSetup } from '#contract/hosting/registration'
import { argumentsOf, emptyHostForm, foldersOf, type HostForm } from '#renderer/features/hosting/add/hostForm.ts'

export function editedForm(setup: HostedSetup): HostForm {
  const { resource_limits: limits, network, ports } = setup
  const [port] = ports
  return {
    ...emptyHostForm,
    name: setup.name,
    image: setup.image,
    packageVersion: setup.package?.version ?? '',
    args: joinWords(setup.package_args),
    access: Object.fromEntries(setup.folders.map(({ path, writable }) => [path, writable ? 'write' : 'read'])),
    speaks: setup.stdio_bridge ? 'bridge' : 'port',
    ...(port !== undefined && { port: String(port.container), path: port.path }),
    environment: setup.environment_names.map((name, id) => ({ id, name, value: '', kept: name })),
    volumes: setup.volumes.join('\n'),
    network: network.mode,
    hosts: network.hosts.join('\n'),
    cpu: limits.cpu ?? '',
    memory: limits.memory ?? '',
    disk: limits.disk ?? '',
    provider: setup.provider,
    allowWeaker: setup.allow_weaker,
    allowCloud: setup.allow_cloud,
    restart: setup.restart_policy,
    callTimeoutSeconds: String(setup.call_timeout_ms / 1000),
  }
}

/** The form fields behind each field of a change. */
const madeOf = {
  name: ['name'],
  image: ['image'],
  stdio_bridge: ['speaks'],
  ports: ['speaks', 'port', 'path'],
  environment: ['environment'],
  volumes: ['volumes'],
  network: ['network', 'hosts'],
  resource_limits: ['cpu', 'memory', 'disk'],
  package_version: ['packageVersion'],
  package_args: ['args'],
  folders: ['access'],
  provider: ['provider'],
  allow_weaker: ['allowWeaker'],
  allow_cloud: ['allowCloud'],
  restart_policy: ['restart'],
  call_timeout_ms: ['callTimeoutSeconds'],
} as const satisfies Partial<Record<keyof HostedChangeInput, readonly (keyof HostForm)[]>>

/** Only the fields that differ. Values that the form does not show, such as a second port, stay unchanged. */
export function changeIn(form: HostForm, setup: HostedSetup, registration: HostedRegistrationInput): HostedChangeInput {
  const before = editedForm(setup)
  const isChanged = (field: keyof HostForm) => JSON.stringify(form[field]) !== JSON.stringify(before[field])
  const changed = (Object.keys(madeOf) as (keyof typeof madeOf)[]).filter((field) => madeOf[field].some(isChanged))
  const values = {
    ...registration,
    environment: valuesIn(form),
    package_version: form.packageVersion.trim(),
    package_args: argumentsOf(form) ?? [],
    folders: foldersOf(Object.keys(form.access), form),
  }
  return Object.fromEntries(changed.map((field) => [field, values[field]]))
}

function valuesIn({ environment }: HostForm): Record<string, string | null> {
  const rows = environment.filter(({ name }) => name.trim() !== '')
  return Object.fromEntries(
    rows.map(({ name, value, kept }) => [name.trim(), value === '' && kept === name.trim() ? null : value]),
  )
}

/** The change without the values of variables, which a preview does not need. */
export function withoutValues({ environment, ...change }: HostedChangeInput): HostedChangeInput {
  if (environment === undefined) return change
  const names = Object.entries(environment).map(([name, value]) => [name, value === null ? null : ''] as const)
  return { ...change, environment: Object.fromEntries(names) }
}

const titles: Readonly<Record<string, string>> = {
  name: 'Name',
  image: 'Image',
  stdio_bridge: 'Speaks MCP on',
  ports: 'Ports',
  volumes: 'Volumes',
  network: 'Network',
  'resource_limits.cpu': 'CPU',
  'resource_limits.memory': 'Memory',
  'resource_limits.disk': 'Disk',
  package_version: 'Version',
  package_args: 'Arguments',
  folders: 'Folders',
  provider: 'Runs in',
  allow_weaker: 'Plain container',
  allow_cloud: 'E2B cloud',
  restart_policy: 'Restart',
  call_timeout_ms: 'Call timeout (ms)',
}

/** The name of a field on the page. */
export function titleOfField(field: string): string {
  const [part, ...name] = field.split('.')
  return part === 'environment' ? `Variable ${name.join('.')}` : (titles[field] ?? field)
}
