/** Registering a hosted server, and changing it. Field names are those of the REST interface, in snake case. */
import { z } from 'zod'
import {
  changedVariables,
  givenProvider,
  imageReference,
  networkRule,
  placesWrong,
  portMapping,
  resourceLimits,
  variables,
  volumePath,
} from '#contract/hosting/container'
import { packageAsked, packageVersion, runArguments, sharedFolders } from '#contract/hosting/package'
import { givenId } from '#contract/inputBounds'
import { restartPolicy, serverName } from '#contract/servers/server'

const setting = {
  name: serverName,
  image: imageReference,
  /** True: MCP on stdin and stdout. False: MCP over HTTP at the only port. */
  stdio_bridge: z.boolean(),
  restart_policy: restartPolicy,
  ports: z.array(portMapping).max(32),
  volumes: z.array(volumePath).max(32),
  resource_limits: resourceLimits,
  provider: givenProvider,
  /** Allows plain containers, which share the kernel with everything else, if no safer runtime is available. */
  allow_weaker: z.boolean(),
  /**
   * Lets a cloud run the server if no runtime on this machine can. The image, the variables and the calls go to that
   * cloud. Choosing a cloud as the provider is the same consent.
   */
  allow_cloud: z.boolean(),
  network: networkRule,
  call_timeout_ms: z.number().int().min(100).max(86_400_000),
  heartbeat_ms: z.number().int().min(100).max(86_400_000),
}

const registrationFields = {
  /** A project's id or name. */
  project_id: givenId.default('default'),
  name: setting.name,
  stdio_bridge: setting.stdio_bridge.default(true),
  restart_policy: setting.restart_policy.default('always'),
  environment: variables.default({}),
  ports: setting.ports.default([]),
  volumes: setting.volumes.default([]),
  resource_limits: setting.resource_limits.default({}),
  provider: setting.provider.default('auto'),
  allow_weaker: setting.allow_weaker.default(false),
  allow_cloud: setting.allow_cloud.default(false),
  network: setting.network.default({ mode: 'full', hosts: [] }),
  call_timeout_ms: setting.call_timeout_ms.default(30_000),
  heartbeat_ms: setting.heartbeat_ms.default(15_000),
}

interface Places {
  readonly stdio_bridge: boolean
  readonly ports: readonly z.infer<typeof portMapping>[]
  readonly volumes: readonly string[]
}

function checkPlaces({ stdio_bridge, ports, volumes }: Places, context: z.RefinementCtx): void {
  for (const { path, message } of placesWrong({ stdioBridge: stdio_bridge, ports, volumes }))
    context.addIssue({ code: 'custom', path, message })
}

export const hostedRegistration = z
  .object({ ...registrationFields, image: setting.image })
  .strict()
  .superRefine(checkPlaces)
export type HostedRegistration = z.infer<typeof hostedRegistration>
export type HostedRegistrationInput = z.input<typeof hostedRegistration>

/** A package instead of an image. It runs in the base image from the engine's settings. */
export const packageRegistration = z
  .object({
    ...registrationFields,
    package: packageAsked,
    image: setting.image.optional(),
    folders: sharedFolders.default([]),
  })
  .strict()
  .superRefine(checkPlaces)
export type PackageRegistration = z.infer<typeof packageRegistration>
export type PackageRegistrationInput = z.input<typeof packageRegistration>

/** Only the given fields change. `environment` replaces all variables: omitted names are removed. */
export const hostedChange = z
  .object({
    ...setting,
    environment: changedVariables,
    /** The new version of the server's package. */
    package_version: z.string().min(1).max(128),
    /** All arguments of the package. An argument that is sent back as `setup` shows it keeps its hidden value. */
    package_args: runArguments,
    folders: sharedFolders,
  })
  .partial()
  .strict()
export type HostedChange = z.infer<typeof hostedChange>
export type HostedChangeInput = z.input<typeof hostedChange>

/** A hosted server's current settings. The values of its environment stay in the engine. */
export const hostedSetup = z.object({
  ...setting,
  environment_names: z.array(z.string()),
  /** Null: the server runs the image's own program. */
  package: packageVersion.nullable(),
  /** The package's arguments, with secrets hidden. */
  package_args: z.array(z.string()),
  folders: sharedFolders,
})
export type HostedSetup = z.infer<typeof hostedSetup>

/** What a change would do. A preview changes nothing. */
export const hostedChangePreview = z.object({
  /** Differences by field path; null: no value. Values of variables are not shown. */
  differences: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** The change replaces the container with a new one. */
  restarts: z.boolean(),
  /** Volumes that the server no longer uses. Their files stay until a person deletes them. */
  left_volumes: z.array(z.string()),
})
export type HostedChangePreview = z.infer<typeof hostedChangePreview>

/**
 * What hosting a package would run. The preview fetches and runs nothing; it only asks the registry for the version.
 */
export const packagePreview = z.object({
  package: packageVersion,
  /** The image that the package is installed and run in. */
  image: z.string(),
  /** The command that installs the package, in a container with network access. */
  installs: z.string(),
})
export type PackagePreview = z.infer<typeof packagePreview>

export const isolationPreview = packagePreview.extend({
  name: z.string(),
  /** The command that runs on this machine now; secrets in it are hidden. */
  before: z.array(z.string()),
  environment_names: z.array(z.string()),
  /** Folders that its arguments name. A container sees those that a person chooses. */
  folders: z.array(z.string()),
})
export type IsolationPreview = z.infer<typeof isolationPreview>

/** Moves a server that is a process into a container. */
export const isolationAsked = z
  .object({
    version: z.string().min(1).max(128),
    folders: sharedFolders.default([]),
    volumes: setting.volumes.default([]),
    resource_limits: setting.resource_limits.default({}),
    provider: setting.provider.default('auto'),
    allow_weaker: setting.allow_weaker.default(false),
    network: setting.network.default({ mode: 'full', hosts: [] }),
  })
  .strict()
export type IsolationAsked = z.infer<typeof isolationAsked>
export type IsolationAskedInput = z.input<typeof isolationAsked>

export const packageUpdate = z.object({
  id: z.string(),
  slug: z.string(),
  package: packageVersion,
  newest: z.string(),
})
export type PackageUpdate = z.infer<typeof packageUpdate>
