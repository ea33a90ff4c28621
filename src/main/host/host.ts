/** A host: an engine on a data folder, with its doors. */
import type { Engine } from '#engine/createEngine'
import type { Use } from '#main/host/idleWatch'
import type { Wires } from '#main/host/wires/wires'

export interface HostOptions {
  readonly kind: 'desktop' | 'headless'
  readonly version: string
  readonly dataFolder: string
  /** 0 takes a free one; null opens no HTTP door. */
  readonly port: number | null
  /** The built page, served at `/`; null serves none. */
  readonly pageFolder: string | null
  /** A configuration file to run as a project, kept in step with its edits. */
  readonly configFile: string | null
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether launches may use this environment by `${env:NAME}`. */
  readonly allowEnvironment?: boolean
  /** No server is started before somebody uses it: for commands that only look at them, or start them their own way. */
  readonly holdServers?: boolean
  /** Another data folder, whose secrets are used and never changed; its own if absent. */
  readonly readSecretsOf?: string
  /** The built reaper, a module that runs in a plain Node process. */
  readonly reaperModule: string
  /**
   * How long it holds the data folder: until somebody ends it (which is usual), until nobody uses it or another host wants
   * the folder, or for the moment of one command. What nobody started knowingly takes its port only if that is free.
   */
  readonly tenure?: Tenure
  /** Whether warnings are written to stderr, too, beside the log in the data folder. */
  readonly warnOnStderr: boolean
}

export type Tenure = 'kept' | 'idle' | 'moment'

export interface RunningHost {
  readonly url: string | null
  readonly token: string
  /** A new address that signs a browser in once; null where no page is served. */
  signInAddress(): string | null
  /** Serves the contract on a message port, as the page of the desktop app has one. */
  readonly servePort: Wires['servePort']
  /** What persons are asked. Whoever reads this says that somebody is there to answer. */
  readonly attendQuestions: Engine['questions']['attend']
  /** Who uses it at the moment, by whatever door. */
  use(): Use
  /** Resolves when another host has asked for the data folder, and was told that it gets it. */
  readonly askedToLeave: Promise<void>
  /** Resolves with the reason when its engine cannot go on: whoever has it closes it and says so. */
  readonly outdated: Engine['outdated']
  /** Takes nobody new at the control socket; resolves when those that are connected have gone. `successor`: to whom. */
  emptied(successor: boolean): Promise<void>
  /** Idempotent; resolves when every server has ended and the data folder is free. */
  close(): Promise<void>
}

export type StartHost = (options: HostOptions) => Promise<RunningHost>
