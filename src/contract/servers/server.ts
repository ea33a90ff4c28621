/** What a server is to every side: how it is launched, how it behaves, what state its connection is in. */
import { z } from 'zod'
import { cause } from '#contract/servers/cause'
import { givenId, givenName, givenPath, inputBounds } from '#contract/inputBounds'
import { addressTransports, type Transport, transports } from '#contract/servers/transports'

export const slugPattern = /^[a-z0-9-]{1,24}$/
export const slug = z.string().regex(slugPattern, 'a slug is 1 to 24 of a-z, 0-9 and -')

const tooManyArguments = `all arguments together have at most ${inputBounds.allArguments} characters`

/** How a local process is launched. Values of `env` never leave the engine. */
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

const headerName = givenName.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'this is not a name of a header')

const remoteLaunch = z.object({
  /** Checked as a whole when it is used: a part of it may be a `${NAME}` until then. */
  url: z
    .string()
    .trim()
    .max(inputBounds.address)
    .regex(/^(?:https?:\/\/|\$\{)/i, 'an address begins with http:// or https://'),
  headers: z.record(headerName, z.string().max(inputBounds.header)).default({}),
})

/** A remote server on streamable HTTP, or on the older transport if it knows no other. Values of `headers` never leave the engine. */
export const httpLaunch = remoteLaunch.extend({ transport: z.literal('http') })
export type HttpLaunch = z.infer<typeof httpLaunch>

/** A remote server that is known to speak the HTTP+SSE transport of 2024. */
export const sseLaunch = remoteLaunch.extend({ transport: z.literal('sse') })
export type SseLaunch = z.infer<typeof sseLaunch>

/** One schema for each transport: without one for a new transport it does not compile. */
function byTransport<S extends Readonly<Record<Transport, z.ZodObject>>>(schemas: S) {
  return z.discriminatedUnion('transport', Object.values(schemas) as [S[Transport], ...S[Transport][]])
}

export const launch = byTransport({ stdio: stdioLaunch, http: httpLaunch, sse: sseLaunch })
export type Launch = z.infer<typeof launch>

export const restartPolicy = z.enum(['on-failure', 'always', 'never'])
export type RestartPolicy = z.infer<typeof restartPolicy>

/**
 * Who has which process. `auto`: all projects that launch the server alike share one; a server that asks its callers
 * something gets one call at a time. `project`: one in each project. `dedicated`: each caller has its own. `shared`: one
 * also with other servers that are launched alike.
 */
export const sessionsMode = z.enum(['auto', 'shared', 'project', 'dedicated'])
export type SessionsMode = z.infer<typeof sessionsMode>

/** `read-only`: a lost call of a tool that only reads, of a trusted server, is made once more at another of its group. */
export const retryRule = z.enum(['never', 'read-only'])
export type RetryRule = z.infer<typeof retryRule>

export const serverName = z.string().trim().min(1, 'a name is needed').max(100)

/** What a person may set of a server; a new one has all of it, and every side is shown all of it. */
const setting = {
  description: z.string().max(2000),
  group: slug.nullable(),
  labels: z.array(z.string().min(1).max(64)).max(32),
  concurrency: z.number().int().min(1).max(1024),
  restart: restartPolicy,
  timeoutMs: z.number().int().min(100).max(86_400_000),
  sessions: sessionsMode,
  /** What it says of its tools, for example that one only reads, is believed. */
  trusted: z.boolean(),
  retry: retryRule,
  /** A process that nobody used for so long is stopped, and started again by the next use; null: never. */
  idleStopMs: z.number().int().min(1000).max(2_592_000_000).nullable(),
}

/** What the owner of a server may set, beside its launch. */
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

/** What each project decides for itself; the rest is of the server, wherever it is used. */
export type PairSetting = 'enabled' | 'group'

/** Those that a file says by the same name; whether a server is switched on, files say in more ways than one. */
export const settingNames = serverSettings.omit({ enabled: true }).keyof().options
export type SettingName = (typeof settingNames)[number]

export const newServer = serverSettings.extend({
  name: serverName,
  launch,
  projectId: givenId.optional(),
})
export type NewServer = z.infer<typeof newServer>
export type NewServerInput = z.input<typeof newServer>

// From outside, any word for a transport is taken, and one is kept.
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

/** The same from outside, where a key that is not known is a mistake to be told of. */
export const newServerRequest = newServer
  .extend({
    launch: byTransport({
      stdio: stdioLaunch.extend({ transport: anyStdio }).strict(),
      http: httpLaunch.extend({ transport: anyHttp }).strict(),
      sse: sseLaunch.extend({ transport: anySse }).strict(),
    }),
  })
  .strict()

/** By name; null keeps the value that it has, which never leaves the engine. A name that is left out is removed. */
const changedValues = z.record(givenName, z.string().max(inputBounds.value).nullable()).default({})
const changedHeaders = z.record(headerName, z.string().max(inputBounds.header).nullable()).default({})

/** A launch in place of another. Arguments and addresses that are given as they were shown keep what of them was hidden. */
const launchChange = byTransport({
  stdio: stdioLaunch.extend({ transport: anyStdio, env: changedValues }).strict(),
  http: httpLaunch.extend({ transport: anyHttp, headers: changedHeaders }).strict(),
  sse: sseLaunch.extend({ transport: anySse, headers: changedHeaders }).strict(),
})
export type LaunchChange = z.infer<typeof launchChange>

/** What is named is changed. A server that gets another launch is started anew. */
export const serverChange = z
  .object({ ...setting, name: serverName, position: z.number().int().min(0).max(1_000_000_000), launch: launchChange })
  .partial()
export type ServerChange = z.infer<typeof serverChange>

export const stateError = z.object({
  code: z.string(),
  message: z.string(),
  /** What the person can do about it. */
  hint: z.string().optional(),
  /** Of what the hint says, for a repair; absent where the cause is not a well-known one. */
  cause: cause.optional(),
})
export type StateError = z.infer<typeof stateError>

/** `installing`: a command such as `npx` fetches the server first. */
export const startPhase = z.enum(['spawning', 'installing', 'handshake', 'listing'])
export type StartPhase = z.infer<typeof startPhase>

export const protocolEra = z.enum(['legacy', 'modern'])
export type ProtocolEra = z.infer<typeof protocolEra>

/** The state of a connection as every side sees it. Times are epoch milliseconds. */
export const connectionState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('starting'), phase: startPhase, since: z.number(), attempt: z.number() }),
  z.object({
    kind: z.literal('ready'),
    since: z.number(),
    pid: z.number().nullable(),
    era: protocolEra,
    /** The other era, where it speaks both: clients of that era get a session of their own when they need one. */
    alsoSpeaks: protocolEra.optional(),
    protocolVersion: z.string(),
    implementation: z.object({ name: z.string(), version: z.string() }),
  }),
  z.object({ kind: z.literal('backingOff'), attempt: z.number(), retryAt: z.number(), error: stateError }),
  z.object({ kind: z.literal('failed'), at: z.number(), error: stateError }),
  z.object({ kind: z.literal('stopping'), since: z.number() }),
])
export type ConnectionState = z.infer<typeof connectionState>

/** A launch as every side sees it: values of variables, headers and what else is a secret stay in the engine. */
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
    /** Without a password or key that is written in it. */
    url: z.string(),
    headerNames: z.array(z.string()),
  }),
])
export type LaunchSnapshot = z.infer<typeof launchSnapshot>

export const serverSnapshot = z.object({
  slug,
  /** Those of servers that became it; they still lead to it. */
  formerSlugs: z.array(slug),
  name: z.string(),
  description: z.string(),
  /** The ids of the projects that it is in; none: it is stopped. */
  projects: z.array(z.string()),
  /** Those in which it is switched on. */
  enabledIn: z.array(z.string()),
  position: z.number(),
  /** In any project. */
  enabled: z.boolean(),
  launch: launchSnapshot,
  /** Names of its secrets that stand in the store in clear, because there was no vault: of variables, headers, options, parameters. */
  plainSecrets: z.array(z.string()),
  /** That of the first project that gives it one. */
  group: slug.nullable(),
  labels: z.array(z.string()),
  concurrency: z.number(),
  restart: restartPolicy,
  timeoutMs: z.number(),
  sessions: sessionsMode,
  /** It was seen asking its callers something while several used it, so that it gets one call at a time. */
  asksCallers: z.boolean(),
  trusted: z.boolean(),
  retry: retryRule,
  idleStopMs: z.number().nullable(),
  /** Where its projects launch it differently, that which most needs to be looked at. */
  state: connectionState,
  /** `enabled`: in any project in which the server is. */
  tools: z.object({ total: z.number(), enabled: z.number(), quarantined: z.number() }),
  /** Times the engine started it again after it had died, since the engine started. */
  restarts: z.number(),
} satisfies Record<keyof ServerSettings, z.ZodType> & Record<string, z.ZodType>)
export type ServerSnapshot = z.infer<typeof serverSnapshot>

export const logLine = z.object({
  /** Counts up per server; a gap means that lines were dropped in between. */
  number: z.number(),
  at: z.number(),
  source: z.enum(['stderr', 'stdout', 'engine']),
  text: z.string(),
})
export type LogLine = z.infer<typeof logLine>

/** A launch as it is shown to a person who agrees to it: word for word, with `***` for secrets of one word. */
export const launchPreview = z.object({
  /** The full command line or address, as it would be started. */
  line: z.string(),
  /** What it sets: variables, or headers. */
  values: z.record(z.string(), z.string()),
  cwd: z.string().nullable(),
})
export type LaunchPreview = z.infer<typeof launchPreview>

/** One entry of a client's configuration file, as it was understood. */
export const importCandidate = z.object({
  name: z.string(),
  launch: launchPreview,
  enabled: z.boolean(),
  /** Why it cannot be taken over, with the path inside the file; null when it can. */
  problem: z.string().nullable(),
})
export type ImportCandidate = z.infer<typeof importCandidate>
