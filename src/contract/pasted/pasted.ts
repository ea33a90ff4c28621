/** The result of reading pasted text. */
import { AppError } from '#contract/errors'
import type { WrittenLaunch } from '#contract/servers/server'

export interface PastedServer {
  /** Empty if the text does not name the server. */
  readonly name: string
  readonly launch: WrittenLaunch
}

export interface PastedServers {
  readonly servers: readonly PastedServer[]
  /** What was read differently from the way it is written. */
  readonly notes: readonly string[]
}

/** Reads JSON with comments. Throws `INVALID_INPUT` with line and column. */
export type ReadJson = (text: string) => unknown

export function refuse(message: string): never {
  throw new AppError('INVALID_INPUT', message)
}
