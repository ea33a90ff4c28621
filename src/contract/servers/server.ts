/** A server in the shape that every side uses: its launch, its settings, and its connection's state. */
import { z } from 'zod'
import {
  givenProvider,
  imageReference,
  networkRule,
  portMapping,
  resourceLimits,
  variables,
  volumePath,
} from '#contract/hosting/container'
import { packageRun, sharedFolders } from '#contract/hosting/package'
import { signInKind } from '#contract/servers/signIn'
import { shownSignIn, signInChange, signInSettings } from '#contract/servers/signInSettings'
import { stateError } from '#contract/servers/stateError'
import { givenId, givenName, givenPath, inputBounds } from '#contract/inputBounds'
import {
  addressBeginnings,
  addressTransports,
  beginningOf,
  type Transport,
  transports,
  type WrittenTransport,
} from '#contract/servers/transports'

export const slugPattern = /^[a-z0-9-]{1,24}$/
export const slug = z.string().regex(slugPattern, 'a slug is 1 to 24 of a-z, 0-9 and -')

const tooManyArguments = `all arguments together have at most ${inputBounds.allArguments} characters`

/** How a local process is launched. The values of `env` never leave the engine. */
export const stdioLaunch = z.object({
  transport: z.literal('stdio'),
  command: z.string().trim().min(1, 'a command is needed').max(inputBounds.command),
  args: z
    .array(z.string().max(inputBounds.argument))
    .max(inputBounds.arguments)
    .refine((args) => args.reduce((sum, arg) => sum + arg.length, 0) <= inputBounds.allArguments, tooManyArguments)
    .default([]),
  env: z.record(givenName, z.string().max(inputBounds.value)).default({}),
  cwd: givenPath.optional(),
})
export type StdioLaunch = z.infer<typeof stdioLaunch>

const headerName = givenName.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'this is not a header name')

function remoteLaunch<T extends (typeof addressTransports)[number]>(transport: T) {
  return z.object({
    transport: z.literal(transport),
    /** The whole address is checked when it is used, because part of it may be a `${NAME}`. */
    url: z
      .string()
      .trim()
      .max(inputBounds.address)
      .regex(beginningOf(transport), `an address begins with ${addressBeginnings([transport])}`),
    headers: z.record(headerName, z.string().max(inputBounds.header)).default({}),
    /** Settings for a server that wants a sign-in. Absent: everything is discovered. */
    auth: signInSettings.optional(),
  })
}

/**
 * A remote server on streamable HTTP, or on HTTP+SSE if it knows nothing newer. The values of `headers`, and the
 * secrets of `auth`, never leave the engine.
 */
export const httpLaunch = remoteLaunch('http')
export type HttpLaunch = z.infer<typeof httpLaunch>

/** A remote server known to use the HTTP+SSE transport of 2024. */
export const sseLaunch = remoteLaunch('sse')
export type SseLaunch = z.infer<typeof sseLaunch>

/** A server in a container that the engine owns. The values of `environment` never leave the engine. */
export const containerLaunch = z.object({
  transport: z.literal('container'),
  image: imageReference,
  /** True: MCP on stdin and stdout. False: MCP over HTTP at the only port. */
  stdioBridge: z.boolean().default(true),
  environment: variables.default({}),
  ports: z.array(portMapping).default([]),
  volumes: z.array(volumePath).default([]),
  /** The limits as requested. An omitted limit gets its default. */
  limits: resourceLimits.default({}),
  provider: givenProvider.default('auto'),
  allowWeaker: z.boolean().default(false),
  /** A cloud may run the server if no runtime on this machine can. */
  allowCloud: z.boolean().default(false),
  network: networkRule.default({ mode: 'full', hosts: [] }),
  heartbeatMs: z.number().int().min(100).default(15_000),
  /** What to install and run in the image; null: the image's own program. */
  package: packageRun.nullable().default(null),
  /** Folders of the engine's machine, at the same paths in the container. */
  folders: sharedFolders.default([]),
})
export type ContainerLaunch = z.infer<typeof containerLaunch>

/** One schema per transport: a new transport without one does not compile. */
function byTransport<S extends Readonly<Record<Transport, z.ZodObject>>>(schemas: S) {
  return z.discriminatedUnion('transport', Object.values(schemas) as [S[Transport], ...S[Transport][]])
}

function byWritten<S extends Readonly<Record<WrittenTransport, z.ZodObject>>>(schemas: S) {
  return z.discriminatedUnion('transport', Object.values(schemas) as [S[WrittenTransport], ...S[WrittenTransport][]])
}

export const launch = byTransport({ stdio: stdioLaunch, http: httpLaunch, sse: sseLaunch, container: containerLaunch })
export type Launch = z.infer<typeof launch>
/** A launch that can be written in a file, a command or a form. */
export type WrittenLaunch = Extract<Launch, { readonly transport: WrittenTransport }>

export const restartPolicy = z.enum(['on-failure', 'always', 'never'])
export type RestartPolicy = z.infer<typeof restartPolicy>

/**
 * How clients share processes. `auto`: all projects with the same launch share one. `project`: each project has one. In
 * both modes, a server that asks its callers questions gets one call at a time. `dedicated`: each caller has one.
 * `shared`: one process, also for other servers with the same launch.
 */
export const sessionsMode = z.enum(['auto', 'shared', 'project', 'dedicated'])
export type SessionsMode = z.infer<typeof sessionsMode>

/** `read-only`: a lost call to a trusted server's read-only tool is retried once, at another member of its group. */
export const retryRule = z.enum(['never', 'read-only'])
export type RetryRule = z.infer<typeof retryRule>

export const serverName = z.string().trim().min(1, 'a name is needed').max(100)

/** A server's settings. A new server has all of them, and every side gets all of them. */
export const setting = {
  description: z.string().max(2000),
  group: slug.nullable(),
  labels: z.array(z.string().min(1).max(64)).max(32),
  concurrency: z.number().int().min(1).max(1024),
  restart: restartPolicy,
  timeoutMs: z.number().int().min(100).max(86_400_000),
  sessions: sessionsMode,
  /** The owner trusts the server's tool annotations, for example that a tool is read-only. */
  trusted: z.boolean(),
  retry: retryRule,
  /** An idle process is stopped after this time and started again at the next use. Null: it is never stopped. */
  idleStopMs: z.number().int().min(1000).max(2_592_000_000).nullable(),
}

/** The settings that the owner can change, besides the launch. */
export const serverSettings = z.object({
  enabled: z.boolean().default(true),
  description: setting.description.default(''),
  group: setting.group.default(null),
  labels: setting.labels.default([]),
  concurrency: setting.concurrency.default(16),
  restart: setting.restart.default('on-failure'),
  timeoutMs: setting.timeoutMs.default(300_000),
  sessions: setting.sessions.default('auto'),
  trusted: setting.trusted.default(false),
  retry: setting.retry.default('never'),
  idleStopMs: setting.idleStopMs.default(1_800_000),
} satisfies Record<keyof typeof setting | 'enabled', z.ZodType>)
export type ServerSettings = z.infer<typeof serverSettings>

/** Settings that each project has for itself. The others apply to the server everywhere. */
export type PairSetting = 'enabled' | 'group'

/**
 * Settings with the same name in configuration files. `enabled` is not among them: files have several ways to write it.
 */
export const settingNames = serverSettings.omit({ enabled: true }).keyof().options
export type SettingName = (typeof settingNames)[number]

export const writtenLaunch = byWritten({ stdio: stdioLaunch, http: httpLaunch, sse: sseLaunch })

export const newServer = serverSettings.extend({
  name: serverName,
  launch: writtenLaunch,
  projectId: givenId.optional(),
})
export type NewServer = z.infer<typeof newServer>
/** A server to add, from any source. */
export interface AddedServer extends Omit<NewServer, 'launch'> {
  readonly launch: Launch
}
export type NewServerInput = z.input<typeof newServer>

// Input may use any word for a transport, but only one word is stored.
const anyStdio = z
  .literal(transports.stdio.words)
  .transform(() => 'stdio' as const)
  .pipe(z.literal('stdio'))
const anyHttp = z
  .literal(transports.http.words)
  .transform(() => 'http' as const)
  .pipe(z.literal('http'))
const anySse = z
  .literal(transports.sse.words)
  .transform(() => 'sse' as const)
  .pipe(z.literal('sse'))

/** A server to add, as outside input. An unknown key is an error. */
export const newServerRequest = newServer
  .extend({
    launch: byWritten({
      stdio: stdioLaunch.extend({ transport: anyStdio }).strict(),
      http: httpLaunch.extend({ transport: anyHttp }).strict(),
      sse: sseLaunch.extend({ transport: anySse }).strict(),
    }),
  })
  .strict()

/** Values by name. Null keeps the current value, which never leaves the engine. An omitted name is removed. */
const changedValues = z.record(givenName, z.string().max(inputBounds.value).nullable()).default({})
const changedHeaders = z.record(headerName, z.string().max(inputBounds.header).nullable()).default({})

/** Replaces a launch. Arguments and addresses that are sent back as shown keep their hidden parts. */
const launchChange = byWritten({
  stdio: stdioLaunch.extend({ transport: anyStdio, env: changedValues }).strict(),
  http: httpLaunch.extend({ transport: anyHttp, headers: changedHeaders, auth: signInChange.optional() }).strict(),
  sse: sseLaunch.extend({ transport: anySse, headers: changedHeaders, auth: signInChange.optional() }).strict(),
})
export type LaunchChange = z.infer<typeof launchChange>

/** Changes the given fields. A changed launch restarts the server. */
export const serverChange = z
  .object({ ...setting, name: serverName, position: z.number().int().min(0).max(1_000_000_000), launch: launchChange })
  .partial()
export type ServerChange = z.infer<typeof serverChange>

export type StateError = z.infer<typeof stateError>

/** `installing`: a command such as `npx` downloads the server first. */
export const startPhase = z.enum(['spawning', 'installing', 'handshake', 'listing'])
export type StartPhase = z.infer<typeof startPhase>

export const protocolEra = z.enum(['legacy', 'modern'])
export type ProtocolEra = z.infer<typeof protocolEra>

/** A connection's state in the shape that every side uses. Times are epoch milliseconds. */
export const connectionState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stopped') }),
  z.object({
    kind: z.literal('starting'),
    phase: startPhase,
    since: z.number(),
    attempt: z.number(),
    /** Why the previous attempt failed; absent for the first attempt. */
    error: stateError.optional(),
  }),
  z.object({
    kind: z.literal('ready'),
    since: z.number(),
    pid: z.number().nullable(),
    era: protocolEra,
    /** The other era, if the server speaks both. Clients of that era get a separate session when they need one. */
    alsoSpeaks: protocolEra.optional(),
    protocolVersion: z.string(),
    implementation: z.object({ name: z.string(), version: z.string() }),
  }),
  z.object({ kind: z.literal('backingOff'), attempt: z.number(), retryAt: z.number(), error: stateError }),
  z.object({ kind: z.literal('failed'), at: z.number(), error: stateError }),
  z.object({ kind: z.literal('stopping'), since: z.number() }),
])
export type ConnectionState = z.infer<typeof connectionState>

/**
 * A launch in the shape that every side uses. Values of variables and headers, and other secrets, stay in the engine.
 */
export const launchSnapshot = z.discriminatedUnion('transport', [
  z.object({
    transport: z.literal('stdio'),
    command: z.string(),
    args: z.array(z.string()),
    envNames: z.array(z.string()),
    cwd: z.string().nullable(),
  }),
  z.object({
    transport: z.enum(addressTransports),
    /** The address without passwords and keys. */
    url: z.string(),
    headerNames: z.array(z.string()),
    /** Absent: no sign-in is configured. */
    auth: shownSignIn.optional(),
  }),
  z.object({
    transport: z.literal('container'),
    image: z.string(),
    envNames: z.array(z.string()),
  }),
])
export type LaunchSnapshot = z.infer<typeof launchSnapshot>

export const serverSnapshot = z.object({
  slug,
  /** Slugs of servers that were united into this one. They still lead to it. */
  formerSlugs: z.array(slug),
  name: z.string(),
  description: z.string(),
  /** The server's icon as a data URL, if it sent one since the engine started; null if none can be shown. */
  icon: z.string().nullable(),
  /** The ids of the projects that have the server. A server in no project is stopped. */
  projects: z.array(z.string()),
  /** The ids of the projects in which the server is on. */
  enabledIn: z.array(z.string()),
  position: z.number(),
  /** Whether the server is on in any project. */
  enabled: z.boolean(),
  launch: launchSnapshot,
  /**
   * Names of the server's secrets that are stored in plain text because there was no vault: variables, headers,
   * options, parameters.
   */
  plainSecrets: z.array(z.string()),
  /** The group in the first project that gives the server one. `groupIn` has the group in each project. */
  group: slug.nullable(),
  /** Groups by project id. A project that gives the server no group is left out. */
  groupIn: z.record(z.string(), slug),
  labels: z.array(z.string()),
  concurrency: z.number(),
  restart: restartPolicy,
  timeoutMs: z.number(),
  sessions: sessionsMode,
  /** The server asked its callers questions while several used it, so it gets one call at a time. */
  asksCallers: z.boolean(),
  trusted: z.boolean(),
  retry: retryRule,
  idleStopMs: z.number().nullable(),
  /** The state that needs the most attention, if the projects' connections differ. */
  state: connectionState,
  /** Whether a person or machine is signed in to the server. This is independent of whether the server is reachable. */
  signIn: signInKind,
  /** `enabled`: the tools that are on in any of the server's projects. */
  tools: z.object({ total: z.number(), enabled: z.number(), quarantined: z.number() }),
  /** How many times the engine has restarted the server after a crash, since the engine started. */
  restarts: z.number(),
} satisfies Record<keyof ServerSettings, z.ZodType> & Record<string, z.ZodType>)
export type ServerSnapshot = z.infer<typeof serverSnapshot>

export const logLine = z.object({
  /** Counts up per server. A gap means that lines were dropped. */
  number: z.number(),
  at: z.number(),
  source: z.enum(['stderr', 'stdout', 'engine']),
  text: z.string(),
})
export type LogLine = z.infer<typeof logLine>

/**
 * A launch as shown to a person who must agree to it: in full, but with `***` for each secret that is a single word.
 */
export const launchPreview = z.object({
  /** The full command line or address, as it would be used. */
  line: z.string(),
  /** The variables or headers that the launch sets, and its sign-in settings, such as `auth:clientId`. */
  values: z.record(z.string(), z.string()),
  cwd: z.string().nullable(),
})
export type LaunchPreview = z.infer<typeof launchPreview>

/** One entry in a client's configuration file, as it was read. */
export const importCandidate = z.object({
  name: z.string(),
  launch: launchPreview,
  enabled: z.boolean(),
  /** Why the entry cannot be imported, with the path inside the file; null if it can. */
  problem: z.string().nullable(),
})
export type ImportCandidate = z.infer<typeof importCandidate>
