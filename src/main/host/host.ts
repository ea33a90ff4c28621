/** A host: an engine on a data folder, with its doors. */
import type { Engine } from '#engine/createEngine'
import type { Use } from '#main/host/idleWatch'
import type { Wires } from '#main/host/wires/wires'

export interface HostOptions {
  readonly kind: 'desktop' | 'headless'
  readonly version: string
  readonly dataFolder: string
  /** 0: any free port; null: no HTTP door. */
  readonly port: number | null
  /** The built page, served at `/`; null: none. */
  readonly pageFolder: string | null
  /** A configuration file to run as a project, kept in step with its edits. */
  readonly configFile: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether launches may use this environment by `${env:NAME}`. */
  readonly allowEnvironment?: boolean
  /** No server is started before its first use: for commands that only list servers, or start them in their own way. */
  readonly startServersOnUse?: boolean
  /** Another data folder, whose secrets are used and never changed; by default its own. */
  readonly readSecretsOf?: string
  /** The built reaper, a module that runs in a plain Node process. */
  readonly reaperModule: string
  /**
   * How long it keeps the data folder: until a person ends it (the default), until it is idle or another host wants the
   * folder, or for one command. A host that no person started takes its port only if that is free.
   */
  readonly tenure?: Tenure
  /** Also writes warnings to stderr, beside the log in the data folder. */
  readonly warnOnStderr: boolean
}

export type Tenure = 'kept' | 'idle' | 'moment'

export interface RunningHost {
  readonly url: string | null
  readonly token: string
  /** A new address that signs a browser in once; null if no page is served. */
  signInAddress(): string | null
  /** Serves the contract on a message port, for the page of the desktop app. */
  readonly servePort: Wires['servePort']
  /** The questions to persons. Reading them tells the engine that a person is there to answer. */
  readonly attendQuestions: Engine['questions']['attend']
  /** Its current use, by all doors. */
  use(): Use
  /** Resolves when another host has asked for the data folder, and was told that it gets it. */
  readonly askedToLeave: Promise<void>
  /**
   * Resolves with the reason when its engine cannot continue: the owner of the host closes it and reports the reason.
   */
  readonly outdated: Engine['outdated']
  /**
   * Accepts no new connections at the control socket; resolves when the existing ones have gone. `successor`: another
   * engine takes over.
   */
  emptied(successor: boolean): Promise<void>
  /** Idempotent; resolves when every server has ended and the data folder is free. */
  close(): Promise<void>
}

export type StartHost = (options: HostOptions) => Promise<RunningHost>
