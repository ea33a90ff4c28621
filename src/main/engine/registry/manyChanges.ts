/** What was stored together and is to be taken in together. */
import type { ServerRow } from '#engine/store/serverRow'

export interface ManyChanges {
  readonly appeared: readonly { readonly row: ServerRow; readonly switchedOff: Iterable<string> }[]
  /** With the slugs that they had before. */
  readonly replaced: readonly ServerRow[]
  /** Slugs. */
  readonly disappeared: readonly string[]
  /** The tools that are switched off by now. */
  readonly toggled?: readonly { readonly slug: string; readonly switchedOff: ReadonlySet<string> }[]
}
