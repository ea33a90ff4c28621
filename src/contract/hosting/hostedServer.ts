/** Servers in containers that the engine owns, as every side sees them. */
import { z } from 'zod'
import { providerName } from '#contract/hosting/container'
import { restartPolicy, slug } from '#contract/servers/server'

/** Of a registration: whether the container is made, and MCP is answered. */
export const hostedState = z.enum(['creating', 'ready', 'error'])
/** Of the process. `unresponsive`: it runs, but answers no heartbeat. */
export const hostedStatus = z.enum(['running', 'stopped', 'restarting', 'unresponsive'])
export type HostedStatus = z.infer<typeof hostedStatus>

const time = z.iso.datetime()

export const hostedCrash = z.object({
  at: time,
  /** Null where the runtime could not say. */
  exit_code: z.number().nullable(),
  /** The last that it said. */
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
  container_id: z.string().nullable(),
  /** Null while none was found that can run it. */
  provider: providerName.nullable(),
  stdio_bridge: z.boolean(),
  restart_policy: restartPolicy,
  state: hostedState,
  status: hostedStatus,
  /** A call is under way, or one timed out and the server has not answered it yet. */
  busy: z.boolean(),
  uptime_seconds: z.number(),
  /** Since it was registered, or restarted by hand. */
  restart_count: z.number(),
  last_crash: hostedCrash.nullable(),
  next_restart_at: time.nullable(),
  /** What a person should know of its health. */
  warning: z.string().nullable(),
  /** Null where it does not run, or its runtime cannot say. */
  usage: hostedUsage.nullable(),
  resource_limits: z.object({
    cpu: z.string(),
    memory: z.string(),
    disk: z.string(),
    /** The defaults that this runtime cannot hold. */
    not_enforced: z.array(z.enum(['cpu', 'memory', 'disk'])),
  }),
  ports: z.array(z.object({ container: z.number(), host: z.number().nullable(), path: z.string() })),
  /** `bytes`: null where the runtime cannot say. */
  volumes: z.array(z.object({ name: z.string(), path: z.string(), bytes: z.number().nullable() })),
  network: z.object({ mode: z.enum(['none', 'allow', 'full']), hosts: z.array(z.string()) }),
  environment_names: z.array(z.string()),
  /** Why `state` is `error`; null when it is not. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type HostedServer = z.infer<typeof hostedServer>

export const hostedLogLine = z.object({
  at: time,
  source: z.enum(['stdout', 'stderr', 'engine']),
  text: z.string(),
})
export type HostedLogLine = z.infer<typeof hostedLogLine>

/** What a detail page draws. Oldest first; kept while the engine runs. */
export const hostedHistory = z.object({
  samples: z.array(hostedUsage.extend({ at: time })),
  crashes: z.array(hostedCrash),
})
export type HostedHistory = z.infer<typeof hostedHistory>

export const volumeName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,254}$/, 'the name of a volume is 1 to 255 of A-Z, a-z, 0-9, _, . and -')

/** A volume stays when its server goes, until a person deletes it. */
export const hostedVolume = z.object({
  name: volumeName,
  path: z.string(),
  /** Null where the runtime cannot say. */
  bytes: z.number().nullable(),
  in_use: z.boolean(),
  provider: providerName,
  /** The hosted server that it belongs to; null when that is gone. */
  server: slug.nullable(),
})
export type HostedVolume = z.infer<typeof hostedVolume>

/** One of the runtimes, as it is at the moment. */
export const runtimeReport = z.object({
  name: providerName,
  available: z.boolean(),
  /** It shares the kernel with everything else on the machine: taken by consent alone. */
  weaker: z.boolean(),
  /** Containers run at a company of others. */
  cloud: z.boolean(),
  /** Why it is not available, and how to get it, in words for a person; null when it is. */
  missing: z.object({ reason: z.string(), repair: z.string() }).nullable(),
  can: z.object({
    limits: z.object({ cpu: z.boolean(), memory: z.boolean(), disk: z.boolean() }),
    volumes: z.boolean(),
    ports: z.boolean(),
    usage: z.boolean(),
    allow_list: z.boolean(),
  }),
})
export type RuntimeReport = z.infer<typeof runtimeReport>

/** In the order in which `auto` takes them, and which that would be now; null: none, without consent to a weaker one. */
export const runtimes = z.object({ auto: providerName.nullable(), runtimes: z.array(runtimeReport) })
export type Runtimes = z.infer<typeof runtimes>
