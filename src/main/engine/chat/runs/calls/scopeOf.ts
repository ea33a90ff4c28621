/**
 * A conversation's scope: its project and Switchboard's own tools, without what the conversation switches off. The
 * person is asked in the middle of a call, as in the legacy era, so the scope requests that era from servers of both
 * eras.
 */
import { choiceWithout, type SwitchedOff } from '#contract/tools/toolChoice'
import { keyedChoice } from '#engine/registry/catalog/choice'
import type { Scope } from '#engine/registry/catalog/scope'

export function scopeOf(projectId: string, off: SwitchedOff): Scope {
  const choice = keyedChoice(choiceWithout(off))
  return { kind: 'project', projectId, native: true, era: 'legacy', ...(choice === undefined ? {} : { choice }) }
}
