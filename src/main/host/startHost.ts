/** What both hosts open, in order: the data folder's lock, the engine, the HTTP door, the control socket. */

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
}

export interface RunningHost {
  readonly url: string | null
  readonly token: string
  /** Idempotent; resolves when every server has ended and the data folder is free. */
  close(): Promise<void>
}

export type StartHost = (options: HostOptions) => Promise<RunningHost>
