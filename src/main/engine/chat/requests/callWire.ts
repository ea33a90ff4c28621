/** The parts of a tool use that are stored for the model only: the name and the input as the model wrote them. */
import type { WireBlock } from '#engine/chat/models/modelClient'

export interface ToolCallWire {
  readonly name: string
  readonly input: unknown
  /** The result for the model, if it differs from what people see. */
  readonly result?: readonly WireBlock[]
}

export function wireOfCall(wire: unknown): ToolCallWire {
  return wire as ToolCallWire
}
