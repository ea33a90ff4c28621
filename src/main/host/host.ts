/** A host: an engine running on a data folder, and the doors through which it is reached. */
import type { Engine } from '#engine/createEngine'
import type { Use } from '#main/host/idleWatch'
import type { Wires } from '#main/host/wires/wires'

export interface HostOptions {
  readonly kind: 'desktop' | 'headless'
  readonly version: string
  readonly dataFolder: string
  /** The HTTP port. 0: any free port; null: no HTTP. */
  readonly port: number | null
  /** The folder of the built page, which is served at `/`; null: no page. */
  readonly pageFolder: string | null
  /** A configuration file to run as a project. The project follows the file's edits. */
  readonly configFile: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether launches may use `environment` by `${env:NAME}`. */
  readonly allowEnvironment?: boolean
  /** Whether servers start only at their first use, for commands that list servers or start them in their own way. */
  readonly startServersOnUse?: boolean
  /**
   * The data folder whose secrets are used without changing them. Absent: the host uses and changes its own secrets.
   */
  readonly readSecretsOf?: string
  /** The path of the built reaper, a module that runs in a plain Node process. */
  readonly reaperModule: string
  /**
   * How long the host keeps the data folder: until a person stops it (the default), until it is idle or another host
   * wants the folder, or for one command. A host that no person started takes its port only if that is free.
   */
  readonly tenure?: Tenure
  /** Whether warnings are also written to stderr, beside the log in the data folder. */
  readonly warnOnStderr: boolean
}

export type Tenure = 'kept' | 'idle' | 'moment'

export interface RunningHost {
  readonly url: string | null
  readonly token: string
  /** A new single-use address that signs a browser in; null if no page is served. */
  signInAddress(): string | null
  /** Serves the contract on a message port, for the desktop app's page. */
  readonly servePort: Wires['servePort']
  /** The questions for a person. Reading them tells the engine that a person is present to answer. */
  readonly attendQuestions: Engine['questions']['attend']
  /** The current use through all doors. */
  use(): Use
  /** Resolves when another host has asked for the data folder, and was told that it will get it. */
  readonly askedToLeave: Promise<void>
  /**
   * Resolves with the reason when the engine cannot continue. The caller then closes the host and reports the reason.
   */
  readonly outdated: Engine['outdated']
  /**
   * Accepts no new connections at the control socket. Resolves when the existing ones are gone. `successor`: another
   * engine takes over.
   */
  emptied(successor: boolean): Promise<void>
  /** Resolves when every server has been stopped and the data folder is free. Idempotent. */
  close(): Promise<void>
}

export type StartHost = (options: HostOptions) => Promise<RunningHost>
