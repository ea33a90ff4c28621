/** What is kept of a tool's use for the model alone: the name and the input as it wrote them. */
import type { WireBlock } from '#engine/chat/models/modelClient'

export interface ToolCallWire {
  readonly name: string
  readonly input: unknown
  /** The result, where the model gets another than people see. */
  readonly result?: readonly WireBlock[]
}

export function wireOfCall(wire: unknown): ToolCallWire {
  return wire as ToolCallWire
}
