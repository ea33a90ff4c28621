/** The parts of a channel. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Standing } from '#engine/gateway/client/standing'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import type { LegacyMethods } from '#engine/gateway/legacy/legacyMethods'
import type { ModernMethods } from '#engine/gateway/modern/modernMethods'
import type { MessageStream } from '#engine/gateway/request/reply'

export interface ChannelOptions {
  readonly channel: MessageStream
  readonly standing: Standing
  /** Headers that came with the channel itself; empty where the channel has none. */
  readonly headers: IncomingHttpHeaders
  /** `legacy`: only clients before 2026-07-28 know this channel. */
  readonly eras: 'both' | 'legacy'
  /** The client's key in the engine. */
  readonly key: string
}

export interface ChannelMethods {
  readonly parts: GatewayParts
  readonly legacy: LegacyMethods
  readonly modern: ModernMethods
}
