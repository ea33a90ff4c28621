/** Servers in containers that the engine owns, in the shape that every side uses. */
import { z } from 'zod'
import { packageVersion, sharedFolders } from '#contract/hosting/package'
import { providerName } from '#contract/hosting/container'
import { volumeNamePattern } from '#contract/hosting/paths'
import { restartPolicy, slug } from '#contract/servers/server'

/** The state of a registration: whether its container exists and answers MCP. */
export const hostedState = z.enum(['creating', 'ready', 'error'])
/** The state of the process. `unresponsive`: the process is running but does not answer the heartbeat. */
export const hostedStatus = z.enum(['running', 'stopped', 'restarting', 'unresponsive'])
export type HostedStatus = z.infer<typeof hostedStatus>

const time = z.iso.datetime()

export const hostedCrash = z.object({
  at: time,
  /** Null if the runtime cannot tell. */
  exit_code: z.number().nullable(),
  /** The last lines that the program printed. */
  stderr: z.string(),
})
export type HostedCrash = z.infer<typeof hostedCrash>

export const hostedUsage = z.object({ cpu_percent: z.number(), memory_bytes: z.number() })
export type HostedUsage = z.infer<typeof hostedUsage>

export const hostedServer = z.object({
  id: z.string(),
  slug,
  project_id: z.string(),
  name: z.string(),
  image: z.string(),
  /** The running container, otherwise the last one. Never null while `status` is `running` or `unresponsive`. */
  container_id: z.string().nullable(),
  /** Null until a suitable runtime is found. */
  provider: providerName.nullable(),
  stdio_bridge: z.boolean(),
  restart_policy: restartPolicy,
  state: hostedState,
  status: hostedStatus,
  /** A call is running, or a call timed out and the server has not answered it yet. */
  busy: z.boolean(),
  uptime_seconds: z.number(),
  /** The number of restarts since the server was registered, or restarted by hand. */
  restart_count: z.number(),
  last_crash: hostedCrash.nullable(),
  next_restart_at: time.nullable(),
  /** What a person should know about the server's health. */
  warning: z.string().nullable(),
  /** Null if the server is not running, or its runtime cannot tell. */
  usage: hostedUsage.nullable(),
  resource_limits: z.object({
    cpu: z.string(),
    memory: z.string(),
    disk: z.string(),
    /** Default limits that this runtime cannot enforce. */
    not_enforced: z.array(z.enum(['cpu', 'memory', 'disk'])),
  }),
  ports: z.array(z.object({ container: z.number(), host: z.number().nullable(), path: z.string() })),
  /** `bytes`: null if the runtime cannot tell. */
  volumes: z.array(z.object({ name: z.string(), path: z.string(), bytes: z.number().nullable() })),
  network: z.object({
    mode: z.enum(['none', 'allow', 'full']),
    hosts: z.array(z.string()),
    /**
     * Requests to allowed and refused hosts since the container started. Null without a container or a list of hosts.
     */
    use: z.object({ allowed: z.number(), refused: z.number(), refused_targets: z.array(z.string()) }).nullable(),
  }),
  environment_names: z.array(z.string()),
  /** The package that the server runs; null: the image's own program. */
  package: packageVersion.nullable(),
  /** Folders of the engine's machine that the container sees. */
  folders: sharedFolders,
  /** Why `state` is `error`; null otherwise. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type HostedServer = z.infer<typeof hostedServer>

export const hostedLogLine = z.object({
  at: time,
  source: z.enum(['stdout', 'stderr', 'engine']),
  text: z.string(),
})
export type HostedLogLine = z.infer<typeof hostedLogLine>

/** Data for the charts of a detail page. Oldest first; kept while the engine is running. */
export const hostedHistory = z.object({
  samples: z.array(hostedUsage.extend({ at: time })),
  crashes: z.array(hostedCrash),
})
export type HostedHistory = z.infer<typeof hostedHistory>

export const volumeName = z
  .string()
  .regex(volumeNamePattern, 'the name of a volume is 1 to 255 of A-Z, a-z, 0-9, _, . and -')

/** A volume stays when its server is removed, until a person deletes the volume. */
export const hostedVolume = z.object({
  name: volumeName,
  path: z.string(),
  /** Null if the runtime cannot tell. */
  bytes: z.number().nullable(),
  in_use: z.boolean(),
  provider: providerName,
  /** The hosted server that the volume belongs to; null if that server was removed. */
  server: slug.nullable(),
})
export type HostedVolume = z.infer<typeof hostedVolume>

/** The current state of one runtime. */
export const runtimeReport = z.object({
  name: providerName,
  available: z.boolean(),
  /** The runtime shares the kernel with everything else on the machine, so it is used only with consent. */
  weaker: z.boolean(),
  /** The runtime's containers run on another company's machines. */
  cloud: z.boolean(),
  /** Why the runtime is not available and how a person gets it; null if it is available. */
  missing: z.object({ reason: z.string(), repair: z.string() }).nullable(),
  can: z.object({
    limits: z.object({ cpu: z.boolean(), memory: z.boolean(), disk: z.boolean() }),
    volumes: z.boolean(),
    ports: z.boolean(),
    usage: z.boolean(),
    allow_list: z.boolean(),
    /** Folders on this machine can be shared with a container. */
    folders: z.boolean(),
  }),
})
export type RuntimeReport = z.infer<typeof runtimeReport>

/**
 * `runtimes`: in the order in which `auto` tries them. `auto`: the runtime that it would choose now. Null: it would
 * choose none, because each runtime is unavailable or needs consent.
 */
export const runtimes = z.object({ auto: providerName.nullable(), runtimes: z.array(runtimeReport) })
export type Runtimes = z.infer<typeof runtimes>
