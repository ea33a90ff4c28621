/** The tools that the engine itself offers. */
import { displayRecipe } from '#engine/native/displayRecipe'
import { listServers, type ServersIn } from '#engine/native/listServers'
import type { NativeTool } from '#engine/native/nativeTool'
import { readResult, type ResultReader } from '#engine/native/readResult'

export interface NativeToolParts {
  readonly servers: ServersIn
  readonly records: ResultReader
}

export function nativeTools({ servers, records }: NativeToolParts): readonly NativeTool[] {
  return [displayRecipe, listServers(servers), readResult(records)]
}
