/** The tools that the engine itself offers. */
import type { ServerSnapshot } from '#contract/servers/server'
import { displayRecipe } from '#engine/native/displayRecipe'
import { listServers } from '#engine/native/listServers'
import type { NativeTool } from '#engine/native/nativeTool'
import { readResult, type ResultReader } from '#engine/native/readResult'

export interface NativeToolParts {
  readonly servers: () => readonly ServerSnapshot[]
  readonly records: ResultReader
}

export function nativeTools({ servers, records }: NativeToolParts): readonly NativeTool[] {
  return [displayRecipe, listServers(servers), readResult(records)]
}
